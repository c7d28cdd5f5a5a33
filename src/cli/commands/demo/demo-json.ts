import type { Demo, DemoStep, StepResult } from '../../../app/index.js';
import { commandText } from '../demo.messages.js';

export interface ShownStep {
  readonly step: DemoStep;
  readonly result: StepResult;
}

/** What `demo --json` prints. Scripts depend on these names: add, never change. */
export function demoJson({ folder, leftOut }: Demo, shown: readonly ShownStep[]): object {
  return {
    steps: shown.map(({ step, result: { ok, ms, text } }) => ({
      title: step.title,
      command: commandText(step),
      ok,
      ms: Math.round(ms),
      ...(ok ? {} : { output: text }),
    })),
    left_out: leftOut,
    folder,
  };
}
