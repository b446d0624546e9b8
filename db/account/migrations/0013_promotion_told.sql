ALTER TABLE `rebate_earned` ADD `told` text DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE `standing` ADD `level_told` integer DEFAULT 0 NOT NULL;