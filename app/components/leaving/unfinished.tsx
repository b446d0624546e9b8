// Items to end before an account is closed or its play money is reset.

import { useTranslation } from 'react-i18next'
import type { WordKey } from '../../../locales/key'

export function Unfinished({ left }: { readonly left: readonly { readonly name: string; readonly count: number }[] }) {
  const { t } = useTranslation('leaving')
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t('left_title')}</h2>
      <ul className="grid gap-2 text-sm">
        {left.map(({ name, count }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4">
            {/* A feature names its word; a test holds that it is there. */}
            <span>{t(`left_${name}` as WordKey<'leaving'>)}</span>
            <span className="tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
