// Token sales: upcoming, open, ended.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { stageAt } from '#domain/ieo/terms'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Meter, StageBadge, StageCountdown } from '../../components/ieo/sale'
import { FigureList } from '../../components/figure-list'
import { PagedList } from '../../components/paged-list'
import { TimeZoneNote } from '../../components/time-zone-note'
import { PageHeader } from '../../components/page-header'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default featurePage('ieo', Sales)

function Sales() {
  const { t } = useTranslation('ieo')
  const { projects, page, total } = useLoaderData<typeof loader>()
  return (
    <div className="lg:px-5">
      <PageHeader
        title={t('title')}
        text={t('text')}
        backTo="/"
        end={
          <ButtonLink to="/ieo/orders" size="sm">
            {t('own')}
          </ButtonLink>
        }
      />
      {projects.length === 0 ? (
        <div className="panel mx-3 lg:mx-0">
          <Empty icon="orders">{t('no_projects')}</Empty>
        </div>
      ) : (
        <PagedList
          rows={projects}
          page={page}
          total={total}
          rowsOf={(data: Data) => data.projects}
          keyOf={({ id }) => String(id)}
        >
          {(rows) => (
            <ul className="grid gap-4 px-3 md:grid-cols-2 lg:px-0 xl:grid-cols-3">
              {rows.map((project, index) => (
                <Sale key={project.id} project={project} isFirst={index < FIRST} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
      <div className="px-4 lg:px-0">
        <TimeZoneNote />
      </div>
    </div>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Listed = Data['projects'][number]

/** First row of the widest page: visible at once, so pictures load eagerly. */
const FIRST = 3

function Sale({ project, isFirst }: { readonly project: Listed; readonly isFirst: boolean }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { drawnAt } = useLoaderData<typeof loader>()
  const { id, title, summary, picture, mode, cost, supply, taken, asset } = project
  const rows = [
    ['cost', `${numbers.decimal(trimZeros(formatUnits(cost, 6)))}\u00a0USDT`],
    ['lock_days', numbers.count(project.lockDays)],
  ] as const
  return (
    <li className="panel flex min-w-0 flex-col overflow-hidden" data-sale={id}>
      {picture && (
        <img
          src={picture}
          alt=""
          width={800}
          height={300}
          {...(!isFirst && { loading: 'lazy' })}
          className="aspect-8/3 w-full object-cover"
        />
      )}
      <div className="grid grow content-start gap-3 p-4">
        <div className="flex flex-wrap items-center gap-1.5">
          <StageBadge stage={stageAt(project, drawnAt)} />
          <Badge>{t(`mode_${mode}`)}</Badge>
        </div>
        <h2 className="text-base font-semibold break-words">
          <Link to={`/ieo/${id}`} className="hover:underline">
            {title}
          </Link>
        </h2>
        <p className="text-sm text-muted">{summary}</p>
        <Meter supply={supply} taken={taken} asset={asset} />
        <FigureList
          rows={rows.map(([key, value]) => ({ key, label: t(key), value }))}
          look="tight"
          className="text-sm"
        />
        <StageCountdown sale={project} now={drawnAt} />
      </div>
      <div className="px-4 pb-4">
        <ButtonLink to={`/ieo/${id}`} isWide>
          {t('details')}
        </ButtonLink>
      </div>
    </li>
  )
}
