export { childEnvironment } from './launch/child-environment.js';
export { type Launch, launchFresh } from './launch/launch.js';
export { readLines } from './launch/read-lines.js';
export { createParserLauncher, launchOnce } from './launch/parser-launcher.js';
export { createResidentHost, type ResidentHost } from './launch/resident-host.js';
export { probeSandbox } from './launch/probe-sandbox.js';
export { missingIn, type Sandbox, type SandboxLayers } from './launch/sandbox.js';
export type { BridgeMessage, LogLevel, ParserFailure, ParserHello } from './protocol/message.js';
export { type Bridge, type Bridges, createBridges, openBridge } from './socket/open-bridge.js';
export {
  explicitInterpreter,
  findInterpreter,
  type Interpreter,
  sandboxPython,
  systemInterpreter,
} from './parser/interpreter.js';
export {
  findEntrypoint,
  findParser,
  type ParserFile,
  parserLanguage,
  type ParserLanguage,
} from './parser/parser-file.js';
