// Withdrawal and spending limits of each level (specification §6), with the user's level marked.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function Caps() {
  const { t } = useTranslation('verification')
  const numbers = useNumbers()
  const { caps, verification } = useLoaderData<typeof loader>()
  const levelWords = [t('state_none'), t('step_basic'), t('step_advanced')]
  const wordsOf = (amount: string, unit: string) =>
    amount === '0' ? t('limits_closed') : `${numbers.readable(amount, 8)} ${unit}`
  return (
    <div className="panel overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="p-4 text-left font-semibold lg:px-6">{t('limits')}</caption>
        <thead className="text-xs text-muted">
          <tr className="border-y border-line">
            <th scope="col" className="px-4 py-2.5 text-left font-normal lg:px-6">
              {t('limits_level')}
            </th>
            <th scope="col" className="px-2 py-2.5 text-right font-normal">
              {t('limits_withdrawal')}
            </th>
            <th scope="col" className="px-4 py-2.5 text-right font-normal lg:px-6">
              {t('limits_fiat')}
            </th>
          </tr>
        </thead>
        <tbody>
          {caps.map(({ level, withdrawalBtc, fiatOrderUsdt }) => {
            const isOwn = level === verification.passed
            return (
              <tr
                key={level}
                aria-current={isOwn || undefined}
                className={`border-b border-line last:border-0 ${isOwn ? 'bg-selected/8 font-semibold' : ''}`}
              >
                <th scope="row" className="px-4 py-3 text-left font-[inherit] lg:px-6">
                  {levelWords[level]}
                </th>
                <td className="px-2 py-3 text-right tabular-nums whitespace-nowrap">{wordsOf(withdrawalBtc, 'BTC')}</td>
                <td className="px-4 py-3 text-right tabular-nums lg:px-6 whitespace-nowrap">
                  {wordsOf(fiatOrderUsdt, 'USDT')}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
