// Reads sanctions lists: OFAC's SDN list (SDN.XML) and the UN's consolidated list, both as published in XML, streamed because they are large.

import { Parser } from 'htmlparser2'

/** Bytes of a part that the site takes, with room for its frame. */
const PART_LENGTH = 400_000

/**
 * @typedef {import('../../server/domain/screening/list').ListEntry} ListEntry
 * @typedef {{ name: string, text: string, children: Node[] }} Node
 */

const COUNTRIES = countryCodes()

/** English names, and what the lists write otherwise. @returns {ReadonlyMap<string, string>} */
function countryCodes() {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const known = letters.flatMap((one) =>
    letters.flatMap((other) => {
      const name = english.of(one + other)
      // A code of the past names the country of today.
      const { region = '' } = new Intl.Locale(`und-${one}${other}`)
      return name === undefined ? [] : [/** @type {const} */ ([name.toLowerCase(), region])]
    }),
  )
  return new Map([
    ...known,
    ['burma', 'MM'],
    ['china', 'CN'],
    ['congo, democratic republic of the', 'CD'],
    ['democratic republic of the congo', 'CD'],
    ["democratic people's republic of korea", 'KP'],
    ['korea, north', 'KP'],
    ['korea, south', 'KR'],
    ['russian federation', 'RU'],
    ['iran (islamic republic of)', 'IR'],
    ['syrian arab republic', 'SY'],
    ['turkey', 'TR'],
    ['united kingdom of great britain and northern ireland', 'GB'],
  ])
}

const countryOf = (text) => COUNTRIES.get(text.toLowerCase()) ?? text

/** Elements in the file, and how an entry is read from each. */
const READERS = {
  sdnList: { source: 'ofac', published: 'Publish_Date', entries: { sdnEntry: readOfac } },
  CONSOLIDATED_LIST: {
    source: 'un',
    published: null,
    entries: { INDIVIDUAL: (node) => readUn(node, 'person'), ENTITY: (node) => readUn(node, 'organisation') },
  },
}

/**
 * @param {AsyncIterable<string>} chunks
 * @returns {Promise<{ source: 'ofac' | 'un', published: string, entries: ListEntry[] }>}
 */
export async function readListFile(chunks) {
  const list = { source: null, published: null, entries: [] }
  let reader = null
  /** @type {Node[]} */
  const open = []
  const parser = new Parser(
    {
      onopentag: (qualified, attributes) => {
        const name = local(qualified)
        if (!reader) {
          reader = READERS[name] ?? null
          list.source = reader?.source ?? null
          list.published = day(attributes.dateGenerated)
          return
        }
        const isEntry = Object.hasOwn(reader.entries, name) || name === reader.published
        if (isEntry || open.length > 0) open.push({ name, text: '', children: [] })
      },
      ontext: (text) => {
        const last = open.at(-1)
        if (last) last.text += text
      },
      onclosetag: () => {
        const node = open.pop()
        if (!node) return
        if (open.length > 0) open.at(-1).children.push(node)
        else if (node.name === reader.published) list.published = day(node.text)
        else list.entries.push(reader.entries[node.name](node))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const chunk of chunks) parser.write(chunk)
  parser.end()
  if (!reader) throw new Error('The file is neither OFAC’s SDN list nor the UN’s consolidated list in XML.')
  if (!list.published) throw new Error('The list names no day of publication.')
  const entries = list.entries.filter(({ names }) => names.length > 0)
  if (entries.length === 0) throw new Error('The list has no entry.')
  return { source: reader.source, published: list.published, entries }
}

const local = (name) => name.slice(name.indexOf(':') + 1)

/** "07/30/2026" and "2026-11-20T00:00:00Z" as "2026-07-30". */
function day(text = '') {
  const [, month, date, year] = /^\s*(\d{2})\/(\d{2})\/(\d{4})/.exec(text) ?? []
  return year ? `${year}-${month}-${date}` : (/^\s*(\d{4}-\d{2}-\d{2})/.exec(text)?.[1] ?? null)
}

/** Nodes below this one by their path. @returns {Node[]} */
const all = (node, ...[name, ...path]) => {
  const found = node.children.filter((child) => child.name === name)
  return path.length === 0 ? found : found.flatMap((child) => all(child, ...path))
}
const textAt = (node, ...path) =>
  all(node, ...path)[0]
    ?.text.trim()
    .replace(/\s+/g, ' ') ?? ''
const texts = (node, ...path) =>
  all(node, ...path)
    .map(({ text }) => text.trim().replace(/\s+/g, ' '))
    .filter(Boolean)

const joined = (...parts) => parts.filter(Boolean).join(' ')
/** @template Value @param {Value[]} values */
const distinct = (values) => [...new Set(values)]

const OFAC_KINDS = { Individual: 'person', Entity: 'organisation' }
const nameOf = (node) => joined(textAt(node, 'firstName'), textAt(node, 'lastName'))

/** @returns {ListEntry} */
function readOfac(node) {
  const addresses = all(node, 'idList', 'id').filter((id) =>
    textAt(id, 'idType').startsWith('Digital Currency Address'),
  )
  return {
    uid: textAt(node, 'uid'),
    kind: OFAC_KINDS[textAt(node, 'sdnType')] ?? 'other',
    names: distinct([nameOf(node), ...all(node, 'akaList', 'aka').map(nameOf)].filter(Boolean)),
    births: distinct(texts(node, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth')),
    countries: distinct(
      [
        ...texts(node, 'nationalityList', 'nationality', 'country'),
        ...texts(node, 'citizenshipList', 'citizenship', 'country'),
        ...texts(node, 'addressList', 'address', 'country'),
      ].map(countryOf),
    ),
    addresses: distinct(addresses.map((id) => textAt(id, 'idNumber')).filter(({ length }) => length >= 10)),
  }
}

const UN_NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/** @returns {ListEntry} */
function readUn(node, kind) {
  const part = kind === 'person' ? 'INDIVIDUAL' : 'ENTITY'
  const births = all(node, 'INDIVIDUAL_DATE_OF_BIRTH').map((birth) =>
    joined(
      textAt(birth, 'DATE') || textAt(birth, 'YEAR'),
      [textAt(birth, 'FROM_YEAR'), textAt(birth, 'TO_YEAR')].filter(Boolean).join('–'),
    ),
  )
  return {
    uid: textAt(node, 'REFERENCE_NUMBER') || textAt(node, 'DATAID'),
    kind,
    names: distinct(
      [
        joined(...UN_NAMES.map((name) => textAt(node, name))),
        textAt(node, 'NAME_ORIGINAL_SCRIPT'),
        ...texts(node, `${part}_ALIAS`, 'ALIAS_NAME'),
      ].filter(Boolean),
    ),
    births: distinct(births.filter(Boolean)),
    countries: distinct(
      [...texts(node, 'NATIONALITY', 'VALUE'), ...texts(node, `${part}_ADDRESS`, 'COUNTRY')].map(countryOf),
    ),
    addresses: [],
  }
}

/**
 * Parts that the site takes.
 * @param {readonly ListEntry[]} entries
 * @param {readonly (readonly [string, string])[]} index
 * @returns {Generator<{ entries: [number, ListEntry][], keys: (readonly [string, string])[] }>}
 */
export function* partsOf(entries, index) {
  for (const rows of slices(entries.map((entry, at) => /** @type {[number, ListEntry]} */ ([at + 1, entry]))))
    yield { entries: rows, keys: [] }
  for (const keys of slices(index)) yield { entries: [], keys }
}

/**
 * @template Row
 * @param {readonly Row[]} rows
 * @returns {Generator<Row[]>}
 */
function* slices(rows) {
  let [slice, length] = [/** @type {Row[]} */ ([]), 0]
  for (const row of rows) {
    slice.push(row)
    length += JSON.stringify(row).length
    if (length < PART_LENGTH) continue
    yield slice
    ;[slice, length] = [[], 0]
  }
  if (slice.length > 0) yield slice
}
