// The terms of the NFT market on the first day.

import { insertMissing } from './statement'

const TERMS = {
  id: 1,
  commission: '2500000',
  royalty_min: '0',
  royalty_max: '10000000',
  margin_rate: '10000000',
  is_open: true,
}

export const nftTermStatements = (): string[] => [
  ...insertMissing('nft_term', [TERMS]),
  ...insertMissing('product_gate', [
    { product: 'nft', country: '*', is_open: true },
    { product: 'nft', country: 'ZZ', is_open: true },
  ]),
]
