// The files that OFAC and the UN publish are read as they are written, in any chunks, and what is none of them is refused.

import { expect, test } from 'vitest'
import * as v from 'valibot'
import { addressKey, indexEntries, listEntry } from '#domain/screening/list'
import { partsOf, readListFile } from '../../scripts/lib/screening-list.mjs'

const OFAC = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>11/26/2026</Publish_Date><Record_Count>3</Record_Count></publshInformation>
  <sdnEntry>
    <uid>101</uid><firstName>Ivan Sergeevich</firstName><lastName>BARKOVSKY</lastName><sdnType>Individual</sdnType>
    <programList><program>CYBER2</program></programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>AB1234567</idNumber><idCountry>Russia</idCountry></id>
      <id><uid>2</uid><idType>Digital Currency Address - XBT</idType><idNumber>bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq</idNumber></id>
      <id><uid>3</uid><idType>Digital Currency Address - ETH</idType><idNumber>0xAbCdEf0123456789aBcDeF0123456789AbCdEf01</idNumber></id>
    </idList>
    <akaList>
      <aka><uid>9</uid><type>a.k.a.</type><category>strong</category><lastName>BARKOVSKIY</lastName><firstName>Ivan</firstName></aka>
      <aka><uid>10</uid><type>a.k.a.</type><category>weak</category><lastName>"Night &amp; Day"</lastName></aka>
    </akaList>
    <addressList><address><uid>4</uid><city>Moscow</city><country>Russia</country></address></addressList>
    <nationalityList><nationality><uid>5</uid><country>Russia</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <dateOfBirthList><dateOfBirthItem><uid>6</uid><dateOfBirth>22 Mar 1971</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>102</uid><lastName>QADUR TRADING LLC</lastName><sdnType>Entity</sdnType></sdnEntry>
  <sdnEntry><uid>103</uid><lastName>NUR</lastName><sdnType>Vessel</sdnType></sdnEntry>
</sdnList>`

const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-11-20T00:00:00.000Z">
  <INDIVIDUALS>
    <INDIVIDUAL>
      <DATAID>111</DATAID><VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>YUSUF</FIRST_NAME><SECOND_NAME>IBRAHIM</SECOND_NAME><THIRD_NAME>QASIM</THIRD_NAME>
      <REFERENCE_NUMBER>QDi.999</REFERENCE_NUMBER>
      <NAME_ORIGINAL_SCRIPT>يوسف إبراهيم قاسم</NAME_ORIGINAL_SCRIPT>
      <NATIONALITY><VALUE>Syrian Arab Republic</VALUE></NATIONALITY>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Abu Yusuf</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1973</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    </INDIVIDUAL>
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY>
      <DATAID>222</DATAID><FIRST_NAME>NORTHERN STAR SHIPPING</FIRST_NAME><REFERENCE_NUMBER>KPe.99</REFERENCE_NUMBER>
      <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>North Star Lines</ALIAS_NAME></ENTITY_ALIAS>
      <ENTITY_ADDRESS><COUNTRY>Democratic People's Republic of Korea</COUNTRY></ENTITY_ADDRESS>
    </ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>`

/** In pieces of this many characters, so that they end inside names and tags. */
async function* inChunks(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}
const read = (text: string, length = 7) => readListFile(inChunks(text, length))

test('OFAC: names, aliases, births, countries and addresses on chains', async () => {
  const { source, published, entries } = await read(OFAC)
  expect([source, published, entries.map(({ kind }) => kind)]).toEqual([
    'ofac',
    '2026-11-26',
    ['person', 'organisation', 'other'],
  ])
  expect(entries[0]).toEqual({
    uid: '101',
    kind: 'person',
    names: ['Ivan Sergeevich BARKOVSKY', 'Ivan BARKOVSKIY', '"Night & Day"'],
    births: ['22 Mar 1971'],
    countries: ['RU'],
    addresses: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'],
  })
  expect(await read(OFAC, 100_000)).toEqual({ source, published, entries })
})

test('UN: names in parts and in the original script, aliases, years of birth', async () => {
  const { source, published, entries } = await read(UN)
  expect([source, published]).toEqual(['un', '2026-11-20'])
  expect(entries).toEqual([
    {
      uid: 'QDi.999',
      kind: 'person',
      names: ['YUSUF IBRAHIM QASIM', 'يوسف إبراهيم قاسم', 'Abu Yusuf'],
      births: ['1970–1973'],
      countries: ['SY'],
      addresses: [],
    },
    {
      uid: 'KPe.99',
      kind: 'organisation',
      names: ['NORTHERN STAR SHIPPING', 'North Star Lines'],
      births: [],
      countries: ['KP'],
      addresses: [],
    },
  ])
})

test('another file, a list without a day and an empty one are refused', async () => {
  await expect(read('<html><body>Not found</body></html>')).rejects.toThrow('neither')
  await expect(read(OFAC.replace('11/26/2026', ''))).rejects.toThrow('no day')
  await expect(read(`${UN.slice(0, UN.indexOf('<INDIVIDUALS>'))}</CONSOLIDATED_LIST>`)).rejects.toThrow('no entry')
})

test('the parts are whole, small, and taken by the site’s schema', async () => {
  const { entries } = await read(OFAC)
  const many = Array.from({ length: 2_000 }, () => entries).flat()
  const index = [...indexEntries(many)]
  const parts = [...partsOf(many, index)]
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.flatMap((part) => part.entries.map(([no]) => no))).toEqual(many.map((_, at) => at + 1))
  expect(parts.flatMap((part) => part.keys)).toEqual(index)
  expect(entries.every((entry) => v.is(listEntry, entry))).toBe(true)
})

test('an address is found in either case where its chain has none, and in its own elsewhere', () => {
  const eth = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
  expect(addressKey(eth.toLowerCase())).toBe(addressKey(eth))
  expect(addressKey('12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h')).not.toBe(addressKey('12qtd5bfwrsdnsazy76uve1xycgntojh9h'))
})
