// Drag sorting by mouse, touch or keyboard with dnd-kit and translated announcements. Loaded on demand.

import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { useReducedMotion } from '../../components/use-motion'
import type { ArrangedRow } from './view'

interface DraggedListProps {
  readonly rows: readonly ArrangedRow[]
  readonly onMove: (from: number, to: number) => void
  readonly draw: (row: ArrangedRow, handle: ReactNode) => ReactNode
}

export function DraggedList({ rows, onMove, draw }: DraggedListProps) {
  const { t } = useTranslation('market')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown): number => rows.findIndex(({ watch }) => watch.id === id)
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: useAnnouncements(rows, indexOf),
        screenReaderInstructions: { draggable: t('drag_help') },
      }}
    >
      <SortableContext items={rows.map(({ watch }) => watch.id)} strategy={verticalListSortingStrategy}>
        <ul>
          {rows.map((row) => (
            <DraggedRow key={row.watch.id} row={row} draw={draw} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function DraggedRow({ row, draw }: { row: ArrangedRow; draw: DraggedListProps['draw'] }) {
  const { t } = useTranslation('market')
  const isReduced = useReducedMotion()
  const { listeners, attributes, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.watch.id,
    attributes: { roleDescription: t('arrange') },
    ...(isReduced && { transition: null }),
  })
  const handle = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      {...attributes}
      {...listeners}
      aria-label={t('drag', { asset: row.pair.base.code })}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted hover:text-ink active:cursor-grabbing"
    >
      <Icon name="drag" />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition: transition ?? undefined,
      }}
      className={`relative border-t border-line bg-surface ${isDragging ? 'z-20 rounded-lg shadow-float' : ''}`}
    >
      {draw(row, handle)}
    </li>
  )
}

function useAnnouncements(rows: readonly ArrangedRow[], indexOf: (id: unknown) => number): Announcements {
  const { t } = useTranslation('market')
  const facts = (id: unknown, placeId: unknown) => ({
    asset: rows[indexOf(id)]?.pair.base.code ?? '',
    number: indexOf(placeId) + 1,
    count: rows.length,
  })
  // A lifted row is first "over" its own place; announcing that would interrupt the lift announcement.
  const lastOver = useRef<unknown>(null)
  return {
    onDragStart: ({ active }) => {
      lastOver.current = active.id
      return t('drag_lifted', facts(active.id, active.id))
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastOver.current) return undefined
      lastOver.current = over.id
      return t('drag_moved', facts(active.id, over.id))
    },
    onDragEnd: ({ active, over }) => t('drag_dropped', facts(active.id, over?.id ?? active.id)),
    onDragCancel: ({ active }) => t('drag_cancelled', { asset: facts(active.id, active.id).asset }),
  }
}
