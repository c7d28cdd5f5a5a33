import { describe, expect, onTestFinished, test } from 'vitest';
import { PostgresDatabase } from '../../../src/database/index.js';
import { binaryIds, binaryPlaces } from '../../../src/engine/stores/postgres/binary-arrays.js';
import { useStage } from '../staging/stage.js';

describe('arrays in binary', () => {
  const stage = useStage('PostgreSQL');

  test('are the same to the server as their text', async () => {
    const database = new PostgresDatabase(stage.url, { poolSize: 1 });
    onTestFinished(() => database.close());
    const ids = [
      '01a1ef7f-013a-7000-a459-f44321835dec',
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-FFFF-7fff-bfff-ffffffffffff',
    ];
    const places = ['(0,1)', '(4294967295,65535)', '(164,251)'];
    const values = [binaryIds(ids), ids, binaryPlaces(places), places, binaryIds([]), binaryPlaces([undefined])];
    const [row] = await database.query(
      `SELECT $1::uuid[] = $2::uuid[] AS ids, $3::tid[]::text[] = $4::text[] AS places, cardinality($5::uuid[]) AS none, $6::tid[]::text AS unknown`,
      values,
    );
    expect(row).toEqual({ ids: true, places: true, none: 0, unknown: '{NULL}' });
  });
});
