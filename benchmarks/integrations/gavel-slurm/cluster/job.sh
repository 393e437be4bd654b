#!/usr/bin/env bash
# A job whose speed depends on the GPU type. It saves its work on TERM and continues after a requeue.
#   sbatch --requeue --comment=gavel:KIND --gres=gpu:1 job.sh KIND SECONDS FOLDER
# KIND is A, B or C; SECONDS is the work in seconds on a v100; FOLDER takes one file a job, ID or ID.end.
#SBATCH --requeue --open-mode=append --output=/dev/null
case "$1" in
  A) v100=10 p100=4 k80=1 ;;
  B) v100=3 p100=2 k80=1 ;;
  *) v100=2 p100=1.5 k80=1 ;;
esac
case "${SLURM_JOB_NODELIST:0:1}" in
  v) speed=$v100 ;;
  p) speed=$p100 ;;
  *) speed=$k80 ;;
esac
file="$3/$SLURM_JOB_ID"
done_before="$(cat "$file" 2> /dev/null || echo 0)"
start="$(date +%s.%N)"
save() {
  awk "BEGIN { print $done_before + $speed * ($(date +%s.%N) - $start) }" > "$file.tmp"
  mv "$file.tmp" "$file"
}
trap 'kill "$work"; save; exit 0' TERM
sleep "$(awk "BEGIN { s = ($2 * $v100 - $done_before) / $speed; print (s > 0 ? s : 0) }")" &
work=$!
wait "$work"
save
date +%s.%N > "$file.end"
