#!/bin/sh
# Puts into a folder what the image has beside Debian: the packages of production, the sources that run, the pages that
# were built, the list of packages (CycloneDX), and three commands. Run in the sources after the build, with the
# production packages installed: assemble.sh FOLDER
set -e
to=$1/opt/wattle
mkdir -p "$to" "$1/usr/local/bin" "$1/usr/lib"
# The digest of a build is that of its sources, so those of the pages come whole.
cp -a package.json package-lock.json tsconfig.json releases.json LICENSE \
  node_modules contract texts web desk-web brands products tools "$to"
cp -a server "$to"
rm -rf "$to/server/test-support" "$to/server/stress"
find "$to/server" "$to/tools" -name '*.test.ts' -delete
rm -rf "$to"/*/node_modules/.cache "$to"/*/test-support/pictures
# What npm leaves of packages that it has taken out: scopes with nothing in them.
find "$to/node_modules" -maxdepth 1 -type d -name '@*' -empty -delete
# The list is of the whole lockfile; what npm says that it has installed is here, and of the folders of sources some.
"$to"/node_modules/node-linux-*/bin/node --eval '
  const { existsSync, readFileSync } = require("node:fs");
  const list = JSON.parse(readFileSync("packages.json", "utf8"));
  const { packages } = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8"));
  const installed = new Set(
    Object.entries(packages)
      .filter(([place]) => place.includes("node_modules/"))
      .map(([place, { version }]) => `${place.split("node_modules/").at(-1)}@${version}`),
  );
  list.components = list.components.filter(
    ({ name, version }) => installed.has(`${name}@${version}`) || existsSync(`${process.argv[1]}/${name}`),
  );
  const kept = new Set([list.metadata.component, ...list.components].map((one) => one["bom-ref"]));
  list.dependencies = list.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => kept.has(ref)) }));
  process.stdout.write(JSON.stringify(list));
' "$to" > "$to/sbom.json"
# Of the packages for traces: what runs, without two thirds that are for debuggers and compilers.
find "$to/node_modules/@opentelemetry" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete
# Of Node: the program, without what debuggers and compilers of native packages want.
for node in "$to"/node_modules/node-linux-*; do
  rm -rf "$node/include" "$node/share" "$node/CHANGELOG.md"
  strip "$node/bin/node"
done
cp -a /usr/lib/*-linux-gnu/libatomic.so.1* "$1/usr/lib"
cp deploy/image/wattle deploy/image/wattle-healthy "$1/usr/local/bin"
chmod 755 "$1/usr/local/bin"/*
# Nothing of it belongs to the user that the server runs as.
chown -R 0:0 "$1"
