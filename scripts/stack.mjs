// `npm run stack < lines.txt`: log lines with the places of their stacks in the sources, by the source map of the build (dist/worker.js.map).

import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { createInterface } from 'node:readline'
import { ROOT, fail } from './lib/run.mjs'

/** "worker.js:12:345", with or without a folder before it. */
const PLACE = /[^\s("]*worker\.js:(\d+):(\d+)/g

try {
  const map = new SourceMap(JSON.parse(readFileSync(`${ROOT}dist/worker.js.map`, 'utf8')))
  for await (const line of createInterface({ input: process.stdin })) console.log(readable(line, map))
} catch (error) {
  fail(error)
}

/** Places that the map doesn't know stay as they are. */
function readable(line, map) {
  return line.replace(PLACE, (place, row, column) => {
    const { originalSource, originalLine, originalColumn } = map.findEntry(Number(row) - 1, Number(column) - 1)
    if (originalSource === undefined) return place
    return `${originalSource.replace(/^(?:\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`
  })
}
