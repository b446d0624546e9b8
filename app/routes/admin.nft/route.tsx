// Desk page of the NFT market: staff can take down works and hide artists, each with a reason.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { DeskList } from '../../admin/desk-list'
import { DeskForm, DeskPage, UtcMoment } from '../../admin/page'
import { Badge } from '../../components/badge'
import type { Column } from '../../components/data-table'
import { Field } from '../../components/field'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Work = Loaded['works'][number]
type Artist = Loaded['artists'][number]

export default function NftMarket() {
  const { t } = useTranslation('desk')
  const { title, done, works, artists, total, page, mayDecide } = useLoaderData<typeof loader>()
  const [workColumns, artistColumns] = [useWorkColumns(), useArtistColumns()]
  return (
    <DeskPage title={title} text={t('nft_market_text')} done={done}>
      <DeskList
        title={t('nft_works')}
        none={{ icon: 'image', words: t('nft_none') }}
        caption={t('nft_works')}
        columns={workColumns}
        rows={works}
        keyOf={({ id }) => String(id)}
        {...(mayDecide && {
          end: ({ id, state }: Work) => state === 'listed' && <Decide step="take" id={id} words={t('nft_take_down')} />,
        })}
        pages={{ page, total }}
        field="works"
      />
      <DeskList
        title={t('nft_artists')}
        none={{ icon: 'person', words: t('nft_none') }}
        caption={t('nft_artists')}
        columns={artistColumns}
        rows={artists}
        keyOf={({ id }) => String(id)}
        {...(mayDecide && { end: (row: Artist) => <ArtistDecision row={row} /> })}
      />
    </DeskPage>
  )
}

function ArtistDecision({ row: { id, state } }: { readonly row: Artist }) {
  const { t } = useTranslation('desk')
  if (state === 'listed') return <Decide step="hide" id={id} words={t('nft_hide')} />
  return state === 'hidden' ? <Decide step="show" id={id} words={t('nft_show')} /> : null
}

interface DecideProps {
  readonly step: 'take' | 'hide' | 'show'
  readonly id: number
  readonly words: string
}

function Decide({ step: name, id, words }: DecideProps) {
  const { t } = useTranslation('desk')
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const step = `${name}-${id}`
  return (
    <DeskForm
      commandId={`${commandId}:${step}`}
      step={step}
      answer={answer}
      submit={words}
      variant={name === 'show' ? 'quiet' : 'remove'}
      size="sm"
    >
      <input type="hidden" name="id" value={id} />
      <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
    </DeskForm>
  )
}

function useWorkColumns(): readonly Column<Work>[] {
  const { t } = useTranslation('desk')
  return [
    {
      key: 'name',
      head: t('fact_name'),
      isTitle: true,
      cell: ({ id, name, state }) =>
        state === 'listed' ? (
          <Link to={`/nft/artworks/${id}`} className="font-semibold text-selected-text">
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        ),
    },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: ({ state }) => (
        <Badge tone={state === 'listed' ? 'good' : state === 'review' ? 'brand' : 'plain'}>
          {t(`nft_state_${state}`)}
        </Badge>
      ),
    },
    { key: 'artist', head: t('nft_artist'), cell: ({ artist }) => artist },
    { key: 'phase', head: t('nft_sale'), cell: ({ phase }) => t(`nft_phase_${phase}`) },
    { key: 'at', head: t('fact_requested_at'), cell: ({ at }) => <UtcMoment at={at} /> },
  ]
}

function useArtistColumns(): readonly Column<Artist>[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  return [
    {
      key: 'nickname',
      head: t('fact_nickname'),
      isTitle: true,
      cell: ({ userId, nickname }) =>
        userId === null ? (
          <span className="font-semibold">{nickname}</span>
        ) : (
          <Link to={`/admin/users/${userId}`} className="font-semibold text-selected-text">
            {nickname}
          </Link>
        ),
    },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: ({ state }) => (
        <Badge tone={state === 'listed' ? 'good' : state === 'review' ? 'brand' : 'plain'}>
          {t(`nft_state_${state}`)}
        </Badge>
      ),
    },
    { key: 'works', head: t('nft_works'), isNumber: true, cell: ({ count }) => numbers.count(count) },
  ]
}
