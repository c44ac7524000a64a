#!/bin/sh
# page_bytes.sh FROM TO: a file as pages carry it, by gzip, with five letters for four bytes: Z85, with "_" instead of "<",
# which a page would take for a tag. The last letter says how many zeros were added to make a multiple of four bytes.
set -eu
gzip -9 -n -c "$1" > "$2.gz"
zeros=$(((4 - $(wc -c < "$2.gz") % 4) % 4))
{
    { cat "$2.gz"; head -c "$zeros" /dev/zero; } | basenc --z85 -w 0 | tr '<' '_'
    printf %s "$zeros"
} > "$2"
rm -f "$2.gz"
