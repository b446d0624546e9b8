// Networks: address format, memo, and speed. Constants only.

/** `evm`, `tron`, `bitcoin`: one address per user. `shared`: one address for all users, with a memo per user. */
type AddressFamily = 'evm' | 'tron' | 'bitcoin' | 'shared'

export interface NetworkFacts {
  /** Name in the catalogue: "ERC20". */
  readonly name: string
  /** As people call the chain. */
  readonly chain: string
  readonly family: AddressFamily
  /** Memo format: "tag" is a number below 2^32, "text" up to 28 characters. */
  readonly memo: 'none' | 'tag' | 'text'
  /** The network's native coin; other assets are tokens. */
  readonly coin: string
  /** Public page of a transaction, which begins with this. */
  readonly explorer: string
}

const facts = (
  name: string,
  chain: string,
  family: AddressFamily,
  coin: string,
  explorer: string,
  memo: NetworkFacts['memo'] = 'none',
): NetworkFacts => ({ name, chain, family, coin, explorer, memo })

export const NETWORKS: readonly NetworkFacts[] = [
  facts('BTC', 'Bitcoin', 'bitcoin', 'BTC', 'https://mempool.space/tx/'),
  facts('LTC', 'Litecoin', 'bitcoin', 'LTC', 'https://litecoinspace.org/tx/'),
  facts('DOGE', 'Dogecoin', 'bitcoin', 'DOGE', 'https://dogechain.info/tx/'),
  facts('ERC20', 'Ethereum', 'evm', 'ETH', 'https://etherscan.io/tx/'),
  facts('BEP20', 'BNB Smart Chain', 'evm', 'BNB', 'https://bscscan.com/tx/'),
  facts('AVAX', 'Avalanche C-Chain', 'evm', 'AVAX', 'https://snowtrace.io/tx/'),
  facts('TRC20', 'TRON', 'tron', 'TRX', 'https://tronscan.org/#/transaction/'),
  facts('SOL', 'Solana', 'shared', 'SOL', 'https://solscan.io/tx/', 'text'),
  facts('XRP', 'XRP Ledger', 'shared', 'XRP', 'https://livenet.xrpl.org/transactions/', 'tag'),
  facts('ADA', 'Cardano', 'shared', 'ADA', 'https://cardanoscan.io/transaction/', 'text'),
  facts('DOT', 'Polkadot', 'shared', 'DOT', 'https://polkadot.subscan.io/extrinsic/', 'text'),
]

export const findNetworkFacts = (name: string): NetworkFacts | undefined => NETWORKS.find((row) => row.name === name)

/** A network beside the code of its asset: "TRC20", and "Bitcoin" where both would be "BTC". */
export const networkBeside = (code: string, name: string): string =>
  name === code ? (findNetworkFacts(name)?.chain ?? name) : name

/** Network names to display beside an asset's code and name; none when the only one repeats the name. */
export function networksBeside(
  { code, name }: { readonly code: string; readonly name: string },
  names: string[],
): string[] {
  const words = names.map((network) => networkBeside(code, network))
  return words.length === 1 && words[0] === name ? [] : words
}

const TAG_MAX = 4_294_967_295n

/** True when a transfer on the network may carry this memo; an empty one is none. */
export function isMemoFor({ memo }: Pick<NetworkFacts, 'memo'>, text: string): boolean {
  if (text === '') return true
  if (memo === 'tag') return /^(?:0|[1-9]\d{0,9})$/.test(text) && BigInt(text) <= TAG_MAX
  return memo === 'text' && /^[\x21-\x7e]{1,28}$/.test(text)
}
