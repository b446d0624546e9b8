// Market list view from the query, and the query after another click.

import { describe, expect, test } from 'vitest'
import { nextSort, queryWith, readView } from '../../app/routes/market/view'

const view = (query: string) => readView(new URLSearchParams(query))

describe('a query', () => {
  test('says nothing: spot pairs of every quote asset, as they are listed', () => {
    expect(view('')).toEqual({ list: 'spot', quote: null, sort: null, isArranging: false, text: '' })
  })
  test('says all', () => {
    expect(view('list=watched&quote=USDT&sort=price&order=asc&search=eth&edit=1')).toEqual({
      list: 'watched',
      quote: 'USDT',
      sort: { key: 'price', order: 'asc' },
      isArranging: true,
      text: 'eth',
    })
  })
  test('says what nobody knows: it is passed over', () => {
    expect(view('list=futures&sort=colour&order=sideways&edit=1')).toMatchObject({
      list: 'spot',
      sort: null,
      isArranging: false,
    })
    expect(view('sort=volume&order=sideways').sort).toEqual({ key: 'volume', order: 'desc' })
  })
  test('keeps what a change does not name', () => {
    expect(queryWith(new URLSearchParams('list=watched&edit=1'), { sort: 'name', edit: null })).toBe(
      '?list=watched&sort=name',
    )
  })
})

describe('a head', () => {
  test('of figures begins with the largest, turns round, then lets go', () => {
    const first = nextSort(null, 'change')
    const second = nextSort(first, 'change')
    expect([first, second, nextSort(second, 'change')]).toEqual([
      { key: 'change', order: 'desc' },
      { key: 'change', order: 'asc' },
      null,
    ])
  })
  test('of names begins with A', () => {
    expect(nextSort({ key: 'price', order: 'asc' }, 'name')).toEqual({ key: 'name', order: 'asc' })
  })
})
