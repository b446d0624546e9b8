// Quiz events: open and settled.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Hideable } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { PageHeader } from '../../components/page-header'
import { OptionBar, Pays, PoolLine } from '../../components/quiz/pool'
import { QuizRules } from '../../components/quiz/rules'
import { useColon } from '../../text/colon'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('quiz', Events)

function Events() {
  const { t } = useTranslation('quiz')
  const withColon = useColon()
  const numbers = useNumbers()
  const { title, events, now } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5 lg:py-3">
      <PageHeader
        title={title}
        text={t('text')}
        end={
          <ButtonLink to="/quiz/mine" size="sm">
            {t('mine_title')}
          </ButtonLink>
        }
      />
      {events.length === 0 ? (
        <Empty icon="orders">{t('no_events')}</Empty>
      ) : (
        <div className="grid items-start gap-3 px-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:px-0">
          <ul className={`grid gap-3 ${events.length > 1 ? 'xl:grid-cols-2' : ''}`}>
            {events.map(({ id, question, options, closesAt, asset, rates, phase, pool, own }) => (
              <li key={id} className="panel grid content-start gap-2 p-4">
                <span className="flex flex-wrap items-center justify-between gap-2 text-sm">
                  <Badge>{t(`phase_${phase}`)}</Badge>
                  {phase === 'guessing' ? (
                    <span className="text-muted">
                      {t('closes_in')} <Countdown endsAt={closesAt} now={now} label={t('closes_in')} />
                    </span>
                  ) : (
                    <Moment at={closesAt} />
                  )}
                </span>
                <h2 className="font-semibold">
                  <Link to={`/quiz/${id}`} className="hover:underline">
                    {question}
                  </Link>
                </h2>
                {pool ? (
                  <div className="grid gap-2 text-sm">
                    <ul className="grid gap-2" aria-label={t('choose')}>
                      {options.map((option, index) => (
                        <li key={option}>
                          <Link
                            to={`/quiz/${id}?option=${index + 1}`}
                            className="flex min-h-11 items-center gap-2 rounded-lg border border-line px-3 py-2 transition hover:border-selected hover:bg-raised"
                          >
                            <span className="grid min-w-0 flex-1 gap-1">
                              <OptionBar pool={pool} index={index} words={option}>
                                <Pays pool={pool} terms={rates} index={index} />
                              </OptionBar>
                            </span>
                            <Icon name="right" className="size-4 text-muted" />
                          </Link>
                        </li>
                      ))}
                    </ul>
                    <PoolLine pool={pool} asset={asset} isOpen />
                  </div>
                ) : (
                  <p className="text-sm text-muted">{options.join(' · ')}</p>
                )}
                {own !== null && (
                  <p className="text-sm">
                    {withColon(t('own_bets'))}
                    <Hideable>
                      {numbers.usdt(formatUnits(decodeAmount(own), asset.scale))}
                      {bound(asset.code)}
                    </Hideable>
                  </p>
                )}
              </li>
            ))}
          </ul>
          {events[0] && <QuizRules fee={events[0].rates.fee} />}
        </div>
      )}
    </div>
  )
}
