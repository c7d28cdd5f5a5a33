/**
 * What the user can do next: a sentence, or a sentence with an action. An action is data: the command line renders it
 * as a command, the dashboard as a button.
 */
export type Hint = string | ActionHint;

export interface ActionHint extends Action {
  /** The action follows the text after a colon, or replaces `{}` in it. */
  readonly text: string;
}

export interface Action {
  /** The operation, such as `quarantine.replay`. Absent to suggest the same operation with other options. */
  readonly action?: string;
  readonly arguments?: readonly string[];
  /** By the names of the operation's options in snake_case. `true` sets a switch. */
  readonly options?: Readonly<Record<string, string | number | true>>;
}

export function hint(text: string, action: Action): ActionHint {
  return { text, ...action };
}

export function isActionHint(value: unknown): value is ActionHint {
  return typeof value === 'object' && value !== null && 'text' in value && ('action' in value || 'options' in value);
}
