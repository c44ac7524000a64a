#!/bin/sh
# A study as a job array of Slurm: `sbatch study_array.sh` in a folder that all machines see. Each job of the
# array is one of its 16 parts.
#SBATCH --job-name=eos
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
carom study fluid.toml --set generate.packing=0.1:0.35:0.05 --seeds 1:16 --until 30 --after 5 --out eos \
    --jobs "$SLURM_CPUS_PER_TASK" --part "$SLURM_ARRAY_TASK_ID/16"
