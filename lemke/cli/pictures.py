"""The commands ``draw`` and ``report``."""

from __future__ import annotations

from typing import Any

import click

import lemke
from lemke.certificate import EquilibriumSets
from lemke.certificate.replaying import replay
from lemke.cli import shared
from lemke.cli.sets import interval_options
from lemke.cli.solve import solving_options
from lemke.errors import InputError, located
from lemke.io import enumeration
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.show import plots
from lemke.show.drawing import FORMATS, Drawing, PictureFormat, picture_format
from lemke.studies.report import report as make_page

profile_argument = click.argument("profile", required=False, type=shared.FILE)


@click.command()
@shared.game_argument
@profile_argument
@click.option("--solve", "solving", is_flag=True, help="Find an equilibrium, and draw it instead of PROFILE.")
@click.option("--down", is_flag=True, help="Draw the tree from top to bottom; by default from left to right.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    metavar="N",
    help="Draw all nodes down to depth N, and fold what is below; by default at most 200 nodes.",
)
@click.option("--subgames", is_flag=True, help="Shade the proper subgames other than the game itself.")
@click.option(
    "--augmented",
    type=shared.POSITIVE,
    metavar="N",
    help="Draw the augmented information sets of player N instead of the information sets.",
)
@click.option("--matrix", "what", flag_value="matrix", help="Draw the nonzeros of A, B, E, F and the LCP instead.")
@click.option("--path", "what", flag_value="path", help="Draw z0 and the plans along Lemke's path instead.")
@click.option("--ranges", "what", flag_value="ranges", help="Draw the ranges of moves over all equilibria instead.")
@click.option("--strategies", "what", flag_value="strategies", help="Draw the probabilities of moves as bars instead.")
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS]),
    help="The format; tex is TikZ. The suffix of OUT decides by default.",
)
@shared.output_option
@shared.limit_options
def draw(
    game: str,
    profile: str | None,
    solving: bool,
    what: str | None,
    form: PictureFormat | None,
    output: str,
    **marks: Any,
) -> None:
    """Draw a game's tree, its matrices, a path or ranges.

    In the tree, dashed lines are information sets, and a triangle is a subtree that is folded, with its number of
    nodes. Numbers are exact; long numbers are cut (…) or rounded (≈). With PROFILE, as for lemke verify,
    moves have probabilities, and the moves that are played are thick.

    \b
    Examples:
      lemke draw example:kuhn3 -o tree.svg
      lemke draw example:kuhn3 --solve --down -o tree.pdf
      lemke draw example:kuhn3 --matrix -o matrices.png
      lemke draw example:public_chance --subgames -o subgames.svg
    """
    takes_profile = what in (None, "strategies")
    if (profile and solving) or ((profile or solving) and not takes_profile):
        raise InputError("PROFILE, --solve and --matrix, --path or --ranges, expected one of them")
    if what == "strategies" and not (profile or solving):
        raise InputError("--strategies, expected PROFILE or --solve as well")
    if what and any(map(shared.is_given, marks)):
        raise InputError(f"an option of trees with --{what}, expected only one of them")
    form = form or picture_format(output)
    if form in ("png", "pdf"):
        shared.check_terminal(output, f"the format {form}", f"-o FILE.{form}, or --format svg")
    tree = lemke.read(game)
    read_profile = None if profile is None else lemke.profile(tree, profile)
    shared.require_player(tree, "augmented", marks["augmented"])
    with located(game):
        equilibrium = lemke.solve(tree) if solving else read_profile
        if what == "ranges":
            bounds = lemke.ranges(tree)
            shared.require_end(bounds.equilibria, game)
            picture = lemke.draw(bounds)
        elif what == "strategies":
            picture = Drawing(plots.strategies(equilibrium))
        elif what is not None:
            picture = lemke.draw(lemke.path(tree) if what == "path" else lemke.sequence_form(tree))
        else:
            if augmented := marks["augmented"]:
                marks["augmented"] = augmented - 1
            picture = lemke.draw(tree, equilibrium, **marks)
        content = picture.content(form)
    shared.write_text(output, content)


# ---------------------------------------------------------------------- reports

SOLVING = ("method", "kernel", "prior", "seed")
SWEEPING = ("low", "high", "every")


@click.command()
@shared.game_argument
@profile_argument
@solving_options
@interval_options(required=False)
@shared.output_option
@shared.limit_options
def report(game: str, profile: str | None, output: str, **options: Any) -> int:
    """Write a report as a web page.

    The page is one HTML file that loads no other files. It has GAME and its tree, an equilibrium, payoffs and regrets,
    the path if the exact kernel followed one, and the certificate. With PROFILE,
    as for lemke verify, the page is a verdict on this profile. If PROFILE has several profiles, or is the JSON of lemke
    enumerate, a slider selects one. With --from and --to, GAME has a parameter, as in lemke sweep, and the slider
    selects the piece of the interval.

    Status 1: PROFILE is no equilibrium, or a claim is false or not proved. Status 4: PROFILE may be a sequential
    equilibrium. The page is written in both cases.

    \b
    Examples:
      lemke report example:kuhn3 -o report.html
      lemke report example:kuhn3_parametric --from 0 --to 4 -o r.html
      echo "NE,1,0,0,1" | lemke report example:entry_deterrence - -o report.html
    """
    is_sweep = any(map(shared.is_given, SWEEPING))
    accepted = SWEEPING if is_sweep else ("refine",) if profile is not None else (*SOLVING, "refine")
    if extra := [name for name in (*SOLVING, "refine", *SWEEPING) if shared.is_given(name) and name not in accepted]:
        kind = "a sweep" if is_sweep else "a PROFILE"
        raise InputError(f"--{extra[0]} and {kind}, expected one of them")
    if is_sweep and (profile is not None or not (shared.is_given("low") and shared.is_given("high"))):
        raise InputError("--from, --to, PROFILE: expected --from and --to, or PROFILE")
    shared.check_terminal(output, "a web page", "-o report.html")
    with located(game):
        if is_sweep:
            sweep = lemke.sweep(game, options["low"], options["high"], "all" if options["every"] else "one")
            page = make_page(sweep.game, sweep)
        else:
            tree = lemke.read(game)
            refine = options["refine"]
            if profile is None:
                result: Any = lemke.solve(tree, refine=refine, **{name: options[name] for name in SOLVING})
                page = make_page(tree, result)
            else:
                page = make_page(tree, _read_result(tree, profile, refine), refine)
    shared.write_text(output, page.html)
    return page.exit_status


def _read_result(tree: lemke.Game, profile: str, refine: str | None) -> Any:
    """Return the claims about the profiles in a file, or a list of equilibria whose proof holds."""
    content = read_text(profile)
    stated = enumeration.stated_in(content, tree, profile)
    if stated is None:
        return profiles.loads(content, tree, profile)
    with located(profile):
        if refine is not None:
            raise InputError("a proof about all equilibria with --refine, expected a profile")
        result = replay(tree, stated).result
        if not isinstance(result, EquilibriumSets) or not result.sets:
            raise InputError("no list of equilibria, expected a profile or a result of lemke enumerate")
    return result
