// Valid addresses without a known key, where funds are lost. In each network's canonical form.

import { bytesToHex } from 'viem'

const EVM: readonly string[] = [
  '0x000000000000000000000000000000000000dEaD',
  // Contracts of the tokens that are listed, on Ethereum, BNB Smart Chain and Avalanche.
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
  '0x55d398326f99059fF775485246999027B3197955',
  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
  '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
  '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
  '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
]

const LOST: Readonly<Record<string, readonly string[]>> = {
  ERC20: EVM,
  BEP20: EVM,
  AVAX: EVM,
  // USDT, USDC.
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  // ACCOUNT_ONE, the name reservation and NaN.
  XRP: ['rrrrrrrrrrrrrrrrrrrrBZbvji', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
  SOL: [
    // Mints of USDC, USDT and wrapped SOL.
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    'So11111111111111111111111111111111111111112',
    // Programs, and where coins are burnt.
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    '1nc1nerator11111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'Config1111111111111111111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'BPFLoader2111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  ],
}

const hex = (bytes: Uint8Array): string => bytesToHex(bytes).toLowerCase()

/** True for an all-zero key or hash: zero address, ACCOUNT_ZERO, system program. `prefix` is the length of the address type in bytes. */
const isZero = (bytes: Uint8Array, prefix: number): boolean => /^0x0*$/.test(hex(bytes.slice(prefix)))

/** Length of the address type in bytes. */
const PREFIX: Readonly<Record<string, number>> = { TRC20: 1, XRP: 1, ADA: 1 }

export function losesCoins(
  network: string,
  { bytes, written }: { readonly bytes: Uint8Array; readonly written: string },
): boolean {
  return isZero(bytes, PREFIX[network] ?? 0) || (LOST[network]?.includes(written) ?? false)
}
