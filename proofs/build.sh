#!/bin/sh
# Proves the theorems and builds the program: proofs/build.sh [FOLDER], by default proofs/build.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/build}
mkdir -p "$folder"
cd "$folder"
rm -f check # of an earlier build, in case this one fails

files='Game Checker Soundness Assumptions Extract'
for name in $files; do
    cp "$here/$name.v" .
    echo "coqc $name.v"
    coqc -q -Q . LemkeProofs "$name.v" >"$name.out" 2>&1 || { cat "$name.out"; exit 1; }
done

# No theorem may rest on an axiom.
cat Assumptions.out
theorems=$(grep -c '^Print Assumptions' Assumptions.v)
[ "$(grep -cx 'Closed under the global context' Assumptions.out)" = "$theorems" ] && ! grep -q '^Axioms:' Assumptions.out ||
    { echo 'a theorem rests on an axiom'; exit 1; }

cp "$here/main.ml" .
echo 'ocamlfind ocamlopt checker.ml main.ml'
ocamlfind ocamlopt -w -a -package zarith -linkpkg checker.mli checker.ml main.ml -o check 2>ocaml.out ||
    { cat ocaml.out; exit 1; }
