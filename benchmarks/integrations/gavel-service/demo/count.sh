#!/bin/sh
# A job of $1 steps that does $2 steps a second on v100 and $3 on any other type. It saves when it is told to stop.
file="$GAVEL_FOLDER/steps.$GAVEL_RANK"
done=$(cat "$file" 2>/dev/null || echo 0)
rate=$3
steps=$1
[ "$GAVEL_TYPE" = v100 ] && rate=$2
save() {
  echo "$done" > "$file.new" && mv "$file.new" "$file"
  echo "saved $done"
  [ "$done" -lt "$steps" ] || echo "finished"
}
trap 'save; exit 0' TERM
echo "starts at $done" >&2
while [ "$done" -lt "$steps" ]; do
  sleep "$(awk "BEGIN { print 1 / $rate }")"
  done=$((done + 1))
  echo "steps $done"
done
save
