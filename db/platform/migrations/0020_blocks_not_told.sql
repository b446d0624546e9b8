ALTER TABLE `chain_cursor` ADD `gap_from` integer;--> statement-breakpoint
ALTER TABLE `chain_cursor` ADD `gap_to` integer;