// Kills the own process with SIGKILL just before the given statement, whatever the database. To be called before a database is opened.
import { createRequire } from 'node:module';
import pg from 'pg';

/**
 * Counts statements from the first one that matches the pattern after `arm()`. `statements()` is how many there were.
 */
export function dieAtStatement(diesAt, pattern) {
  let counted = 0;
  let isCounting = false;
  let isArmed = false;
  const beforeStatement = (sql) => {
    isArmed ||= isCounting && pattern.test(sql);
    if (isArmed && ++counted === diesAt) process.kill(process.pid, 'SIGKILL');
  };
  watchPostgres(beforeStatement);
  watchSqlite(beforeStatement);
  return { arm: () => (isCounting = true), statements: () => counted };
}

function watchPostgres(beforeStatement) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    beforeStatement(String(args[0]?.text ?? args[0]));
    return query.apply(this, args);
  };
}

/** The methods of SQLite are read-only, so the class of its connections is replaced before one is opened. */
function watchSqlite(beforeStatement) {
  const watched = (DatabaseSync) => watchedClass(DatabaseSync, beforeStatement);
  const builtIn = process.getBuiltinModule('node:sqlite');
  if (builtIn !== undefined && 'setReturnArrays' in builtIn.StatementSync.prototype) {
    builtIn.DatabaseSync = watched(builtIn.DatabaseSync);
    return;
  }
  const require = createRequire(import.meta.url);
  const packaged = require('@photostructure/sqlite');
  const module = require.cache[require.resolve('@photostructure/sqlite')];
  module.exports = { ...packaged, DatabaseSync: watched(packaged.DatabaseSync) };
}

function watchedClass(DatabaseSync, beforeStatement) {
  return class extends DatabaseSync {
    exec(sql) {
      beforeStatement(sql);
      return super.exec(sql);
    }
    prepare(sql) {
      const statement = super.prepare(sql);
      const calls = ['run', 'all', 'get'].map((name) => [
        name,
        (...parameters) => {
          beforeStatement(sql);
          return statement[name](...parameters);
        },
      ]);
      return { ...Object.fromEntries(calls), setReturnArrays: (enabled) => statement.setReturnArrays(enabled) };
    }
  };
}
