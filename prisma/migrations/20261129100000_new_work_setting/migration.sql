-- How staff are told of new work will not be by mail alone.
ALTER TABLE work_mail RENAME TO new_work_setting;
ALTER TABLE new_work_setting RENAME CONSTRAINT work_mail_pkey TO new_work_setting_pkey;
ALTER TABLE new_work_setting RENAME CONSTRAINT work_mail_mode_check TO new_work_setting_mode_check;
ALTER TABLE new_work_setting RENAME CONSTRAINT work_mail_kinds_check TO new_work_setting_kinds_check;
ALTER TABLE new_work_setting RENAME CONSTRAINT work_mail_hour_check TO new_work_setting_hour_check;
ALTER TABLE new_work_setting RENAME CONSTRAINT work_mail_staff_id_fkey TO new_work_setting_staff_id_fkey;
