"""What drawings of boxes share: the colours of text and background, and the frame of the SVG file."""


def text_style(size: int) -> str:
    """The style of the background and of texts of a size in pixels."""
    return f"""
  svg {{ color-scheme: light dark; background: light-dark(#fff, #14171c); }}
  text {{ font: {size}px system-ui, 'DejaVu Sans', Verdana, sans-serif; fill: light-dark(#1b1f24, #e8eaed); }}
"""


def document(name: str, title: str, description: str, size: tuple[float, float], style: str, parts: list[str]) -> str:
    """The SVG file of a drawing with a title and a description for screen readers; ``name`` starts their ids."""
    width, height = size
    ids = f"{name}-title {name}-desc"
    opening = f'width="{width}" height="{height:g}" viewBox="0 0 {width} {height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {opening} role="img" aria-labelledby="{ids}">\n'
        f'<title id="{name}-title">{title}</title><desc id="{name}-desc">{description}</desc>\n'
        f"<style>{style}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )
