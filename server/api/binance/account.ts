// The account in the Binance Spot dialect: the spot wallet, and the assets with their networks.

import * as v from 'valibot'
import { type Asset, isShare } from '#domain/catalogue'
import { formatAmount } from '#domain/money/amount'
import { formatRate, rate } from '#domain/money/rate'
import { listBalances } from '#services/wallet'
import { toFaultOr, pairsOf, signed } from './endpoint'
import { succeed } from './fault'
import { signedFields } from './parameters'

export const account = signed(
  v.object({ omitZeroBalances: v.optional(v.picklist(['true', 'false'])), ...signedFields }),
  {
    scope: 'read',
    weight: 20,
    answer: async ({ env, catalogue, session, input }) => {
      const sheet = toFaultOr(await listBalances(env, session), 'read')
      if (!sheet.ok) return sheet
      const pairs = pairsOf(catalogue)
      const highest = (fee: 'makerFee' | 'takerFee') =>
        rate(pairs.reduce<bigint>((most, pair) => (pair[fee] > most ? pair[fee] : most), 0n))
      const [maker, taker] = [highest('makerFee'), highest('takerFee')]
      const lines = sheet.value.lines.filter(({ wallet }) => wallet === 'change')
      return succeed({
        // Basis points; the highest fee over all pairs.
        makerCommission: parseInt(String(maker / 10_000n), 10),
        takerCommission: parseInt(String(taker / 10_000n), 10),
        buyerCommission: 0,
        sellerCommission: 0,
        commissionRates: {
          maker: formatRate(maker),
          taker: formatRate(taker),
          buyer: '0.00000000',
          seller: '0.00000000',
        },
        canTrade: true,
        canWithdraw: false,
        canDeposit: true,
        brokered: false,
        requireSelfTradePrevention: false,
        preventSor: false,
        updateTime: Date.now(),
        accountType: 'SPOT',
        balances: lines
          .filter(({ total }) => input.omitZeroBalances !== 'true' || /[1-9]/.test(total))
          .map(({ code, available, held }) => ({ asset: code, free: available, locked: held })),
        permissions: ['SPOT'],
        uid: session.userId,
      })
    },
  },
)

export const coins = signed(v.object(signedFields), {
  scope: 'read',
  weight: 10,
  answer: async ({ env, catalogue, session }) => {
    const sheet = toFaultOr(await listBalances(env, session), 'read')
    if (!sheet.ok) return sheet
    const lines = sheet.value.lines.filter(({ wallet }) => wallet === 'change')
    return succeed(
      catalogue.assets
        .filter((asset) => !isShare(asset))
        .map((asset) => ({
          coin: asset.code,
          name: asset.name,
          free: lines.find(({ code }) => code === asset.code)?.available ?? '0',
          locked: lines.find(({ code }) => code === asset.code)?.held ?? '0',
          depositAllEnable: asset.networks.some(({ isDepositOpen }) => isDepositOpen),
          withdrawAllEnable: asset.networks.some(({ isWithdrawalOpen }) => isWithdrawalOpen),
          isLegalMoney: false,
          trading: true,
          networkList: networksOf(asset),
        })),
    )
  },
})

const networksOf = (asset: Asset) =>
  asset.networks.map((network, index) => ({
    coin: asset.code,
    network: network.name,
    name: network.name,
    isDefault: index === 0,
    depositEnable: network.isDepositOpen,
    withdrawEnable: network.isWithdrawalOpen,
    withdrawFee: formatAmount(asset, network.withdrawalFee),
    withdrawMin: formatAmount(asset, network.withdrawalMin),
    withdrawIntegerMultiple: formatAmount(asset, network.withdrawalFee).replace(/\d/g, '0').replace(/0$/, '1'),
    minConfirm: network.confirmationsMin,
    unLockConfirm: 0,
  }))
