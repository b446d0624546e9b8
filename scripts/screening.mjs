// `npm run screening -- FILE [--url https://site] [--smaller]`: loads a sanctions list, as OFAC publishes its SDN list in XML (SDN.XML) or the
// UN its consolidated list in XML. --smaller: the list has really lost a fifth of its entries. Files are read here, so the site gets entries
// and index in small parts, and puts the list in force when all of them have arrived.

import { createReadStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { HAN } from './lib/han-table.mjs'
import { openSite } from './lib/operator.mjs'
import { importProduct } from './lib/product.mjs'
import { fail } from './lib/run.mjs'
import { partsOf, readListFile } from './lib/screening-list.mjs'

try {
  const { file, url, isShrunk } = readArguments()
  const hash = createHash('sha256')
  const list = await readListFile(hashed(createReadStream(file, 'utf8'), hash))
  const { indexEntries } = await importProduct('server/domain/screening/list.ts')
  const index = [...indexEntries(list.entries, HAN)]
  const { source, published, entries } = list
  const head = { source, published, digest: hash.digest('hex'), entries: entries.length, keys: index.length, isShrunk }
  const { site, close } = await openSite(url, { isSeeded: true })
  try {
    const { id } = await site.screening('/start', head)
    if (id !== null) {
      for (const part of partsOf(entries, index)) await site.screening('/part', { id, ...part })
      await site.screening('/end', { id })
    }
    const addresses = entries.reduce((sum, entry) => sum + entry.addresses.length, 0)
    const words = id === null ? 'is in force already' : 'is in force'
    console.log(
      `${source.toUpperCase()} of ${published} (${head.digest.slice(0, 8)}), ${entries.length} entries, ${addresses} addresses: ${words}.`,
    )
  } finally {
    await close()
  }
} catch (error) {
  fail(error)
}

async function* hashed(stream, hash) {
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
}

function readArguments(args = process.argv.slice(2)) {
  const own = { file: null, url: null, isShrunk: false }
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--smaller') own.isShrunk = true
    else if (args[at] === '--url') own.url = args[(at += 1)] ?? null
    else if (args[at].startsWith('--') || own.file) throw new Error(`Unknown argument: ${args[at]}`)
    else own.file = args[at]
  }
  if (!own.file) throw new Error('Name the file, for example: npm run screening -- SDN.XML')
  return own
}
