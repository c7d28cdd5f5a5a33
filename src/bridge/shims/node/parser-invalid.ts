/** The user's file is no parser, or its declarations cannot be what they are. */
export class ParserInvalid extends Error {
  override readonly name = 'ParserInvalid';
}
