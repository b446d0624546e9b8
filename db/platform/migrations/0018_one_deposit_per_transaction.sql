ALTER TABLE `chain_cursor` ADD `behind_since` integer;--> statement-breakpoint
ALTER TABLE `chain_cursor` ADD `behind_by` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_of_transaction` ON `deposit` (`network`,`tx_id`,`address`,`asset_id`) WHERE output_index is null and tx_id is not null;