// Place of a reader in a desk table, carried by the address of a row: the search text and page to go back to.

const LENGTH_MAX = 300

/** Query of a row's address, from the query of the list: "?text=btc&page=2" → "?from=text%3Dbtc%26page%3D2". Empty on the first page. */
export function placeIn(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (name !== 'text' && name !== 'page') query.delete(name)
  const place = query.toString()
  return place === '' || place.length > LENGTH_MAX ? '' : `?${new URLSearchParams({ from: place }).toString()}`
}

/** Query of the list, taken from the query of a row's address: only text and page pass. */
export const backIn = (search: string): string => {
  const query = new URLSearchParams(new URLSearchParams(search).get('from') ?? '')
  for (const name of [...query.keys()]) if (name !== 'text' && name !== 'page') query.delete(name)
  const list = query.toString()
  return list === '' ? '' : `?${list}`
}

/** The place alone, for the address after a row was saved. */
export const searchIn = (search: string): string => placeIn(backIn(search))
