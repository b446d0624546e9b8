// Theme choices: light, dark or system, each with a small market preview. Render inside a form.

import { useTranslation } from 'react-i18next'
import { ChoiceCard } from './setting-pane'
import { THEMES, useSite } from '../../site/site'

export function ThemeChoices() {
  const { t: tShell } = useTranslation('shell')
  const { theme } = useSite()
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-3">
      {THEMES.map((choice) => (
        <ChoiceCard key={choice} name="theme" value={choice} isChosen={choice === theme}>
          <span className="grid h-28 overflow-hidden rounded-lg border border-line *:col-start-1 *:row-start-1">
            {choice !== 'dark' && <Mock theme="light" />}
            {choice !== 'light' && <Mock theme="dark" className={choice === 'dark' ? '' : RIGHT_HALF} />}
          </span>
          <span className="px-1 text-center text-xs font-medium sm:text-sm">{tShell(`theme_${choice}`)}</span>
        </ChoiceCard>
      ))}
    </div>
  )
}

/** The system preview overlays half of the other theme. */
const RIGHT_HALF = '[clip-path:polygon(62%_0,100%_0,100%_100%,38%_100%)]'

/** Decorative market preview. */
const Mock = ({ theme, className = '' }: { theme: 'light' | 'dark'; className?: string }) => (
  <span aria-hidden="true" data-preview={theme} className={`grid min-w-0 content-start gap-2 bg-page p-2 ${className}`}>
    <span className="block h-2 w-8 rounded-full bg-ink" />
    {['bg-coin-btc', 'bg-coin-eth', 'bg-coin-usdt'].map((coin) => (
      <span key={coin} className="flex items-center gap-1.5 rounded-md bg-surface p-1.5">
        <span className={`size-3 shrink-0 rounded-full ${coin}`} />
        <span className="block h-1.5 min-w-0 flex-1 rounded-full bg-line-strong" />
      </span>
    ))}
  </span>
)
