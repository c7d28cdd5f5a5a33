/**
 * A program that kills its worker. Between both are processes that start programs, whose command lines have the mark of
 * their launcher: the first ancestor without it is the worker.
 */
export const KILLS_ITS_WORKER = `
  ancestor=$PPID
  while ps -ww -o args= -p "$ancestor" | grep -q CASPARIAN_RUN=; do ancestor=$(ps -o ppid= -p "$ancestor" | tr -d ' '); done
  echo about to kill
  kill -9 "$ancestor"
  sleep 60
`;
