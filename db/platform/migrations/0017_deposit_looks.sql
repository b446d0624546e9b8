ALTER TABLE `deposit` ADD `looked_at` integer;--> statement-breakpoint
ALTER TABLE `deposit` ADD `missed_looks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deposit` ADD `missed_since` integer;