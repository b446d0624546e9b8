// Colour of rising prices: both choices with an example. The buttons submit the form around them.

import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import { ChoiceCard } from './setting-pane'
import { useSite } from '../../site/site'

/** Colours per choice, independent of the current setting. */
const COLOURS = { green: ['text-good-text', 'text-bad-text'], red: ['text-bad-text', 'text-good-text'] } as const

export function RiseChoices() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const numbers = useNumbers()
  const { rise } = useSite()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['green', 'red'] as const).map((choice) => (
        <ChoiceCard key={choice} name="rise" value={choice} isChosen={choice === rise}>
          <span aria-hidden="true" className="grid grid-cols-2 gap-2 rounded-lg bg-raised p-3 text-center font-medium">
            <span className={COLOURS[choice][0]}>▲ {numbers.change('1.25')}</span>
            <span className={COLOURS[choice][1]}>▼ {numbers.change('-0.84')}</span>
          </span>
          <span className="px-1 font-medium">
            {tShell(`rise_${choice}`)}
            <span className="block text-xs font-normal text-muted">{t(`rise_${choice}_text`)}</span>
          </span>
        </ChoiceCard>
      ))}
    </div>
  )
}
