export { absoluteAddress, isS3Address, joinAddress, keyBelow, parseS3Address } from './address.js';
export { syncFolder } from './local/sync-folder.js';
export { type RaceResult, raceWrites } from './race-writes.js';
export type { S3Options } from './s3/open-client.js';
export type { Storage, StoredFile } from './storage.js';
export { createStorages, type S3Access, type StoragePlace, type Storages } from './storages.js';
