// Verdict radio buttons; neither is preselected, and unselected ones must not look disabled.

import { useTranslation } from 'react-i18next'
import type { Verdict } from '#domain/desk/review'

const LOOKS = {
  approve: 'accent-good-text has-checked:border-good-text has-checked:bg-good/12 has-checked:text-good-text',
  reject: 'accent-bad-text has-checked:border-bad-text has-checked:bg-bad/12 has-checked:text-bad-text',
} as const satisfies Readonly<Record<Verdict, string>>

const CARD =
  'flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong px-3 py-1.5 text-sm font-semibold transition hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-selected'

export function VerdictChoice() {
  const { t } = useTranslation('desk')
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{t('decision')}</legend>
      {(['approve', 'reject'] as const).map((verdict) => (
        <label key={verdict} className={`${CARD} ${LOOKS[verdict]}`}>
          <input type="radio" name="verdict" value={verdict} className="size-4 shrink-0 outline-none" />
          {t(`verdict_${verdict}`)}
        </label>
      ))}
    </fieldset>
  )
}
