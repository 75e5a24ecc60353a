#!/bin/sh
# Puts into a folder what the image has beside Debian: the packages of production, the sources that run, the pages that
# were built, the list of packages (CycloneDX), and three commands. Run in the sources after the build, with the
# production packages installed: assemble.sh FOLDER
set -e
to=$1/opt/wattle
mkdir -p "$to" "$1/usr/local/bin" "$1/usr/lib"
# The digest of a build is that of its sources, so those of the pages come whole.
cp -a package.json package-lock.json tsconfig.json releases.json LICENSE sbom.json \
  node_modules contract texts web desk-web brands products tools "$to"
mkdir "$to/server"
cp -a server/package.json server/src "$to/server"
find "$to/server" "$to/tools" -name '*.test.ts' -delete
rm -rf "$to"/*/node_modules/.cache "$to"/*/test-support/pictures
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
