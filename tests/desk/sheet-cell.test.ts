// Length limits of table cells, exact to the character.

import { describe, expect, it } from 'vitest'
import { type Cell, readCell } from '#domain/desk/sheet-cell'

describe('a cell of at most 10 characters', () => {
  it.each<Cell>([
    { name: 'title', is: { kind: 'text', lengthMax: 10 } },
    { name: 'content', is: { kind: 'html', lengthMax: 10 } },
  ])('takes ten, spaces around them not counted, and no eleventh: $name', (cell) => {
    expect(readCell(cell, '  0123456789 ', {})).toEqual({ ok: true, value: '0123456789' })
    const facts = { cell: cell.name, bound: '10' }
    expect(readCell(cell, '0123456789a', {})).toEqual({ ok: false, refusal: { code: 'cell_too_long', facts } })
  })
})
