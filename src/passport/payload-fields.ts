import type { StandardSchemaV1 } from '@standard-schema/spec';

/** What a member of a payload may be; the result is what is wrong with it. */
export type MemberCheck = (value: unknown) => string | undefined;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_INT64 = 2n ** 63n;

export const anId: MemberCheck = (value) =>
  typeof value === 'string' && UUID.test(value) ? undefined : 'expected a UUID';

export const aText: MemberCheck = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'expected a text that is not empty';

export const anObject: MemberCheck = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'expected an object';

export const aList: MemberCheck = (value) => (Array.isArray(value) ? undefined : 'expected a list');

export const aFlag: MemberCheck = (value) => (typeof value === 'boolean' ? undefined : 'expected true or false');

/** JSON integers beyond 2^53 arrive as bigints. */
export const anInt64: MemberCheck = (value) => {
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
  const integer = isInteger ? BigInt(value as number | bigint) : MAX_INT64;
  return integer < MAX_INT64 && integer >= -MAX_INT64 ? undefined : 'expected an integer of 64 bits';
};

/** Null is the same as missing. */
export function optional(check: MemberCheck): MemberCheck {
  return (value) => (value === undefined || value === null ? undefined : check(value));
}

/** The schema of a payload with these members. Others are allowed: a newer program may have added them. */
export function members<Payload extends object>(
  checks: Readonly<Record<keyof Payload & string, MemberCheck>>,
): StandardSchemaV1<Payload> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const given = Object(value) as Record<string, unknown>;
        const issues = Object.entries<MemberCheck>(checks).flatMap(([name, check]) => {
          const fault = check(given[name]);
          return fault === undefined ? [] : [{ message: fault, path: [name] }];
        });
        return issues.length > 0 ? { issues } : { value: value as Payload };
      },
    },
  };
}
