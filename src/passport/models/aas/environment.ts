import { exactJson, JsonDecimal } from '../../../platform/index.js';
import type { Audience } from '../../disclosure/audience.js';
import { asRead, type ModelJson } from '../mapping/model-json.js';
import type { Values } from '../mapping/part.js';
import { writeModel } from '../mapping/write-model.js';
import { LANGUAGES } from './language-text.js';
import { PASSPORT_SHELL, SUBMODELS } from './submodels.js';

type Json = Readonly<Record<string, unknown>>;

export interface ShellOptions {
  readonly audience: Audience;
  /** Identifies the shell and its submodels. */
  readonly versionId: string;
  readonly sku: string;
}

const SUPPLEMENT = 'urn:bpc:passport:supplement';

/** The environment of a shell (AAS 3.0) with the submodels of IDTA 02035, as far as there are values for them. */
export function shellEnvironment(values: Values, { audience, versionId, sku }: ShellOptions): Json {
  const { document, supplement } = writeModel(PASSPORT_SHELL, values, { audience });
  const id = `urn:uuid:${versionId}`;
  const submodels = SUBMODELS.flatMap(({ idShort, semanticId, templateId, namespace }) => {
    const content = document[idShort];
    if (content === undefined) return [];
    return [
      {
        ...{ modelType: 'Submodel', id: `${id}:${idShort}`, idShort, kind: 'Instance' },
        administration: { version: '1', revision: '0', templateId },
        semanticId: reference(semanticId),
        submodelElements: elementsOf(content, namespace),
      },
    ];
  });
  const rest = [...supplement].flatMap(([path, value]) => (value === null ? [] : [[path, value] as const]));
  const others = rest.map(([path, value]) => ({
    ...{ modelType: 'Property', idShort: path.replaceAll('.', '_'), semanticId: reference(`urn:bpc:passport:${path}`) },
    ...{ valueType: 'xs:string', value: exactJson(value) },
  }));
  const all =
    others.length === 0
      ? submodels
      : [
          ...submodels,
          {
            ...{ modelType: 'Submodel', id: `${id}:Supplement`, idShort: 'Supplement', kind: 'Instance' },
            ...{ semanticId: reference(SUPPLEMENT), submodelElements: others },
          },
        ];
  const identifier = asRead(
    (document['BatteryNameplate'] as Record<string, ModelJson> | undefined)?.['SerialNumber'] ?? sku,
  );
  return {
    assetAdministrationShells: [
      {
        ...{ modelType: 'AssetAdministrationShell', id, idShort: 'BatteryPassport' },
        assetInformation: { assetKind: 'Instance', globalAssetId: identifier, assetType: sku },
        submodels: all.map((one) => ({ type: 'ModelReference', keys: [{ type: 'Submodel', value: one.id }] })),
      },
    ],
    submodels: all,
  };
}

function reference(value: string): Json {
  return { type: 'ExternalReference', keys: [{ type: 'GlobalReference', value }] };
}

function elementsOf(content: ModelJson, namespace: string): Json[] {
  return Object.entries(content as Readonly<Record<string, ModelJson>>).flatMap(([name, value]) => {
    const element = elementOf(value, namespace);
    if (element === undefined) return [];
    const semantic = `${namespace}${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return [{ ...element, idShort: name, semanticId: reference(semantic) }];
  });
}

/** The element for a value; its name is given by its place. An empty list has no element: the format has no place for it. */
function elementOf(value: ModelJson, namespace: string): Json | undefined {
  if (Array.isArray(value)) return listOf(value as readonly ModelJson[], namespace);
  if (typeof value === 'object' && !(value instanceof JsonDecimal)) {
    const languages = (value as Readonly<Record<string, ModelJson>>)[LANGUAGES];
    if (languages !== undefined) {
      const texts = Object.entries(languages as Readonly<Record<string, string>>);
      return { modelType: 'MultiLanguageProperty', value: texts.map(([language, text]) => ({ language, text })) };
    }
    const elements = elementsOf(value, namespace);
    return elements.length === 0 ? undefined : { modelType: 'SubmodelElementCollection', value: elements };
  }
  const text = value instanceof JsonDecimal ? value.text : String(value);
  return { modelType: 'Property', valueType: valueType(value, text), value: text };
}

function listOf(items: readonly ModelJson[], namespace: string): Json | undefined {
  const elements = items.flatMap((item): Json[] => {
    const element = elementOf(item, namespace);
    return element === undefined ? [] : [element];
  });
  const [first] = elements;
  if (first === undefined) return undefined;
  const isProperty = first['modelType'] === 'Property';
  return {
    modelType: 'SubmodelElementList',
    typeValueListElement: first['modelType'],
    // The items of a list have one type.
    ...(isProperty ? { valueTypeListElement: 'xs:string' } : {}),
    value: isProperty ? elements.map((one) => ({ ...one, valueType: 'xs:string' })) : elements,
  };
}

function valueType(value: ModelJson, text: string): string {
  if (value instanceof JsonDecimal) return 'xs:double';
  if (typeof value === 'boolean') return 'xs:boolean';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)) return 'xs:dateTime';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'xs:date';
  return /^https?:\/\/\S+$/.test(text) ? 'xs:anyURI' : 'xs:string';
}
