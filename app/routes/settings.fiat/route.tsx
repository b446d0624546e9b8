// Setting: display currency of balances and prices.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FiguresPreview } from '../../components/settings/figures-preview'
import { ChoiceRow, SettingPane } from '../../components/settings/setting-pane'
import { useSite } from '../../site/site'
import { fiatSign } from '../../text/fiat-signs'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Reference currency of the displayed rates. */
const RATED = 'USD'

export default function FiatSetting() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const numbers = useNumbers()
  const { fiat: chosen, fiats, language } = useSite()
  const { names, referenceDay } = useLoaderData<typeof loader>()
  return (
    <SettingPane
      title={tShell('fiat')}
      text={referenceDay ? `${t('fiat_text')} ${t('fiat_reference', { date: referenceDay })}` : t('fiat_text')}
      below={<FiguresPreview />}
    >
      <div className="panel divide-y divide-line overflow-hidden sm:grid sm:grid-cols-2 sm:divide-y-0">
        {fiats.map((fiat) => (
          <ChoiceRow
            key={fiat.code}
            name="fiat"
            value={fiat.code}
            isChosen={fiat.code === chosen.code}
            end={
              <span className="text-xs font-normal whitespace-nowrap text-muted">
                {`${numbers.count(1)} ${RATED} ≈ ${numbers.fiat(fiat, '1')}`}
              </span>
            }
          >
            <span
              aria-hidden="true"
              className="grid h-9 w-11 shrink-0 place-items-center rounded-lg bg-raised text-xs text-muted"
            >
              {fiatSign(fiat.code, language) ?? fiat.code}
            </span>
            <span className="min-w-0 flex-1">
              {fiat.code}
              <span className="block text-xs font-normal text-balance wrap-break-word text-muted first-letter:uppercase">
                {names[fiat.code]}
              </span>
            </span>
          </ChoiceRow>
        ))}
      </div>
    </SettingPane>
  )
}
