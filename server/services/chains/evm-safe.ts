// A Safe's transactions: the file of its transaction builder, and the payments inside an executed one.

import { type Hex, decodeFunctionData, parseAbi, sliceHex, hexToBigInt, hexToNumber } from 'viem'

export interface Call {
  readonly to: string
  readonly value: bigint
  readonly data: Hex
}

/** File of the Safe's transaction builder. */
export const safeFile = (chainId: number, safe: string, calls: readonly Call[], createdAt: number) => ({
  version: '1.0',
  chainId: String(chainId),
  createdAt,
  meta: {
    name: 'Payouts',
    description: '',
    txBuilderVersion: '1.16.5',
    createdFromSafeAddress: safe,
    createdFromOwnerAddress: '',
  },
  transactions: calls.map(({ to, value, data }) => ({
    to,
    value: value.toString(),
    data: data === '0x' ? null : data,
    contractMethod: null,
    contractInputsValues: null,
  })),
})

const SAFE = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])
const MULTI_SEND = parseAbi(['function multiSend(bytes transactions)'])

/** keccak256 of "ExecutionSuccess(bytes32,uint256)". */
export const SAFE_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'

/** Calls that a Safe's transaction makes; empty for other input. */
export function safeCalls(input: Hex): readonly Call[] {
  try {
    const [to, value, data, operation] = decodeFunctionData({ abi: SAFE, data: input }).args
    if (operation === 0) return [{ to, value, data }]
    return unpack(decodeFunctionData({ abi: MULTI_SEND, data }).args[0])
  } catch {
    return []
  }
}

/** Packed calls of MultiSend: operation (1 byte), address (20), value (32), length (32), data. */
function unpack(packed: Hex): readonly Call[] {
  const calls: Call[] = []
  const size = (packed.length - 2) / 2
  for (let at = 0; at < size;) {
    const length = hexToNumber(sliceHex(packed, at + 53, at + 85))
    const end = at + 85 + length
    const isPlain = hexToNumber(sliceHex(packed, at, at + 1)) === 0
    const data = length === 0 ? '0x' : sliceHex(packed, at + 85, end)
    if (isPlain)
      calls.push({
        to: sliceHex(packed, at + 1, at + 21),
        value: hexToBigInt(sliceHex(packed, at + 21, at + 53)),
        data,
      })
    at = end
  }
  return calls
}
