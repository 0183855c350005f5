-- Names by how they begin, for what is suggested while somebody types.
create index model_name_start on catalog.model (gender_id, search_text text_pattern_ops) where listed;
