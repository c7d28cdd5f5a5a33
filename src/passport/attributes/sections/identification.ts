import { type Attribute, choice, quantity, record, sectionOf, text } from '../attribute.js';

const row = sectionOf('identification', {
  responsible: 'economic operator who places the battery on the market (Art. 77(4))',
  source: 'master data (ERP, PLM)',
});

export const ADDRESS = { country: text(), postal_code: text(), street: text() };

/** A company: who it is and how to reach it. */
const COMPANY = record({ identifier: text(), name: text(), ...ADDRESS, 'email?': text('email'), 'web?': text('uri') });

export const IDENTIFICATION: readonly Attribute[] = [
  row(1, '6.1.2.1', {
    ...{ name: 'Battery passport identifier', member: 'passport_identifier', categories: 'xxxx', level: 'Unit' },
    ...{ type: text('urn'), legalBasis: 'Art. 77(3); Art. 3(66); Art. 38(6)', source: 'numbering of passports' },
    explanation: 'A unique identifier of this passport, as a URN: urn:bpc:ev75nmc2027000417',
  }),
  row(2, '6.1.2.2', {
    ...{ name: 'Battery identifier', member: 'battery_identifier', categories: 'xxxx', level: 'Unit' },
    ...{ type: text('identifier'), legalBasis: 'Annex XIII (1a); Annex VI Part A; Art. 38(6)' },
    source: 'serial numbers of production (MES)',
    explanation:
      'A unique identifier of this battery: GS1 (GTIN and serial number, as (01)…(21)… or as a GS1 Digital Link), ISO/IEC 15459, or a URN',
  }),
  row(3, '6.1.2.3', {
    ...{ name: 'Operator identifier and information', member: 'operator', categories: 'oooo', level: 'Unit' },
    ...{ type: COMPANY, legalBasis: 'ESPR, Annex III' },
    explanation: 'The economic operator who is responsible for the passport',
  }),
  row(4, '6.1.2.4', {
    ...{ name: 'Manufacturer identifier and information', member: 'manufacturer', categories: 'xxxx', type: COMPANY },
    ...{ legalBasis: 'Annex VI Part A (1); Art. 3(33); Art. 38(7); ESPR Art. 2(32)' },
    explanation: 'The manufacturer: identifier, name or brand, postal address, web and e-mail address',
  }),
  row(5, '6.1.3.1', {
    ...{ name: 'Manufacturing place', member: 'manufacturing_place', categories: 'xxxx', type: record(ADDRESS) },
    ...{ legalBasis: 'Annex XIII (1a); Annex VI Part A (3); Annex XIII (1)' },
    explanation: 'The place of the factory in which the battery was made',
  }),
  row(6, '6.1.3.2', {
    ...{ name: 'Manufacturing date', member: 'manufacturing_date', categories: 'xxxx', level: 'Unit' },
    ...{ type: text('date'), legalBasis: 'Annex XIII (1a); Annex VI Part A (4); Annex VII Part B (1)' },
    ...{ source: 'records of production (MES)', explanation: 'Month or day of manufacture: 2027-01 or 2027-01-14' },
  }),
  row(7, '6.1.3.3', {
    ...{ name: 'Date of putting the battery into service', member: 'put_into_service', categories: '-x-x' },
    ...{ type: text('date'), legalBasis: 'Annex VII Part B (1)', access: 'legitimate_interest', level: 'Unit' },
    ...{ source: 'records of commissioning or sale', explanation: 'Month or day of the first use' },
  }),
  row(8, '6.1.3.4', {
    ...{ name: 'Warranty period of the battery', member: 'warranty_until', categories: 'xxxx', type: text('date') },
    ...{ legalBasis: 'Annex XIII (1m)', source: 'terms of warranty' },
    explanation: 'Month or day on which the warranty ends',
  }),
  row(9, '6.1.3.5', {
    ...{ name: 'Battery category', member: 'category', categories: 'xxxx' },
    ...{ type: choice('ev', 'lmt', 'industrial', 'stationary'), legalBasis: 'Annex XIII (1a); Annex VI Part A (2)' },
    explanation: 'The category by the Battery Regulation',
  }),
  row(10, '6.1.3.6', {
    ...{ name: 'Battery mass', member: 'mass', categories: 'xxxx', type: quantity('kg', '0.01', '100000') },
    ...{ legalBasis: 'Annex XIII (1a); Annex VI Part A (5)', source: 'bill of materials, or weighing' },
    explanation: 'The mass of the whole battery',
  }),
  row(11, '6.1.3.7', {
    ...{ name: 'Battery status', member: 'status', categories: 'xxxx', level: 'Condition' },
    ...{ type: choice('Original', 'Repurposed', 'Reused', 'Remanufactured', 'Waste'), legalBasis: 'Annex XIII (4c)' },
    ...{ access: 'legitimate_interest', source: 'records of use and second life' },
    explanation: 'What happened to the battery since it was made',
  }),
];
