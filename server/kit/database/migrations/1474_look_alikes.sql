-- Letters and digits that look like another: the prototypes of confusables.txt of Unicode Technical Standard 39, version
-- 17.0.0 (2025-07-22), as far as they are one letter or digit of ASCII without its marks; what compatibility decomposition
-- makes of itself is left out. `m` looks like `rn`.
create function kit.skeleton(written text) returns text language sql immutable parallel safe
  return replace(lower(translate(written,
    U&'01I|\00d0\00d8\00f8\00fe\0110\0111\0126\0127\0131\0141\0142\014b\0166\0167\0180\0182\0183\0184'
    '\0189\018c\018d\0191\0192\0196\0197\0199\019a\019d\019e\019f\01a5\01a6\01a7\01ad\01ae\01b4\01b5\01b6\01b7\01bb'
    '\01bc\01bd\01bf\01c0\01e4\01e5\021c\0222\0223\0224\0225\023c\023e\0244\0246\0247\0248\0249\024d\024e\024f\0251'
    '\0253\0256\0257\0260\0261\0263\0266\0268\0269\026a\026b\026d\026f\0273\0275\027c\027d\0282\028b\028f\0290\02a0'
    '\037f\0391\0392\0395\0396\0397\0398\0399\039a\039c\039d\039f\03a1\03a4\03a5\03a7\03b1\03b3\03b7\03b8\03b9\03bd'
    '\03bf\03c1\03c3\03c5\03dc\03e8\03ec\03ed\03f3\03f8\03fa\0405\0406\0408\0410\0411\0412\0415\0417\041a\041c\041d'
    '\041e\0420\0421\0422\0423\0425\042c\0430\0431\0433\0435\043e\0440\0441\0443\0445\0448\0455\0456\0458\045b\045f'
    '\0461\0462\0463\0472\0473\0474\0475\047d\048c\048d\0493\0498\049a\049e\04a2\04aa\04ab\04ac\04ae\04af\04b0\04b1'
    '\04b2\04bb\04bd\04bf\04c0\04c7\04c9\04cd\04cf\04e0\04e8\04e9\0501\050c\051b\051c\051d\054d\054f\0555\0561\0563'
    '\0566\0570\0572\0578\057c\057d\0581\0582\0584\0585\05d5\05d8\05df\05e1\0627\0647\0661\0665\0667\0673\06be\06c1'
    '\06d5\06f1\06f5\06f7\06ff\07c0\07ca\0966\0969\09e6\09ea\09ed\0a66\0a67\0a6a\0ae6\0ae9\0b20\0b66\0b68\0be6\0c66'
    '\0ce6\0d1f\0d20\0d66\0d6d\0e50\0ed0\1004\101d\1040\105a\10e7\10ff\1200\12d0\13a0\13a1\13a2\13a5\13a9\13aa\13ab'
    '\13ac\13b3\13b7\13bb\13bd\13be\13c0\13c2\13c3\13cc\13ce\13cf\13d2\13d4\13d5\13d9\13da\13de\13df\13e2\13e6\13e7'
    '\13eb\13ee\13f2\13f3\13f4\142f\144c\146d\146f\1472\1473\148d\14aa\14bf\1541\157c\157d\1587\15af\15b4\15c5\15de'
    '\15ea\15f0\15f7\16b7\16c1\16d5\16d6\17e0\1d04\1d0f\1d11\1d1c\1d20\1d21\1d22\1d26\1d6e\1d70\1d72\1d74\1d75\1d76'
    '\1d7b\1d7c\1d7d\1d7e\1d83\1d8c\1e9d\1eff\2c67\2c69\2c82\2c85\2c8e\2c90\2c91\2c92\2c93\2c94\2c98\2c9a\2c9c\2c9e'
    '\2c9f\2ca2\2ca3\2ca4\2ca5\2ca6\2ca8\2ca9\2cac\2cbd\2cc4\2cca\2ccb\2ccc\2cce\2ccf\2cd0\2cd2\2cd3\2cdc\2d31\2d38'
    '\2d39\2d41\2d4f\2d54\2d55\2d5d\3007\a4d0\a4d1\a4d2\a4d3\a4d4\a4d6\a4d7\a4d9\a4da\a4dc\a4dd\a4df\a4e0\a4e1\a4e2'
    '\a4e3\a4e6\a4e7\a4ea\a4eb\a4ec\a4ee\a4f0\a4f2\a4f3\a4f4\a644\a647\a695\a6df\a6ef\a731\a740\a74a\a74b\a75a\a761'
    '\a76a\a76e\a798\a799\a79f\a7ab\a7b2\a7b3\a7b4\ab32\ab35\ab3d\ab3e\ab47\ab48\ab4e\ab52\ab5a\ab74\ab75\ab81\ab83'
    '\ab8e\ab93\ab9c\aba9\abaa\abaf\abbb\+010282\+010286\+010287\+01028a\+010290\+010292\+010295\+010296\+010297\+0102a0\+0102a1\+0102a2\+0102a5\+0102ab\+0102b0'
    '\+0102b1\+0102b2\+0102b4\+0102cf\+0102f5\+010301\+010302\+010309\+010311\+010315\+010317\+01031a\+010320\+010322\+010404\+010415\+01041b\+010420\+01042c\+01043d\+010448\+0104b4'
    '\+0104c2\+0104ce\+0104d2\+0104ea\+0104f6\+010513\+010516\+010518\+01051c\+01051d\+010525\+010526\+010527\+0114c5\+0114d0\+011706\+01170a\+01170e\+01170f\+0118a0\+0118a2\+0118a3'
    '\+0118a4\+0118a6\+0118a9\+0118ac\+0118ae\+0118af\+0118b2\+0118b5\+0118b8\+0118bb\+0118bc\+0118c0\+0118c1\+0118c2\+0118c3\+0118c4\+0118c6\+0118c8\+0118ca\+0118cc\+0118d5\+0118d6'
    '\+0118d7\+0118d8\+0118dc\+0118e0\+0118e5\+0118e6\+0118e9\+0118ec\+0118ef\+0118f2\+016f08\+016f0a\+016f16\+016f28\+016f35\+016f3a\+016f3b\+016f40\+016f42\+016f43\+01e8c7\+01e8cb',
    'OlllDOopDdHhiLlnTtbbbbDdgFfllklNnOpR2tTyZz325splGg388ZzcTUEeJjrYyabddggyhiiillwnorrsuyzqJABEZHOlKMNOPTYXaynOiv'
    'opouF26ojpMSlJAbBE3KMHOPCTYXba6reopcyxwsijhuwbbOoVvwbbr3KKHCcTYyYyXheelHHMl3OodGqWwUSOwqqhnnnugifolvlololoVloo'
    'oloVoOlo3o89o98o3Oo9ooOsoo9oocoocyoUODRTiYAJEWMHYOGhZU4bRWSVSLCPKdO6hGBVUPdbbJL2xHxRbFADDMBXlKMocoouvwzrfnrstz'
    'iipugyfyHKBrHOoliKMN3OoPpCcTYyXw3993PpL666OVEOlOQXOBPdDTGKJCZFMNLSRVHWXYAElOU2ihV2sKOo2w39Ffu3JXBefoorruuyoirw'
    'ozuvscoBEFlXOPSTABCFOMTYXHZBClMTX8lXOCLSocsROU7ouNOKCVFLXwovwwwVFLYEZ9E4LOU5TvsFiz7o3969ouyOZWCXWCVTLlRS3AUYl8')), 'rn', 'm');

create function kit.only_letters(written text) returns text language sql immutable parallel safe
  return coalesce(nullif(regexp_replace(written, '[^[:alnum:]]+', '', 'g'), ''), written);

-- By what two names are taken for one another: folded as what is searched, then by what each letter looks like; spaces and
-- signs do not count where there are letters.
create function kit.look_alike_key(name text) returns text language sql immutable parallel safe
  return kit.only_letters(kit.skeleton(kit.search_key(name)));

-- The same with capitals as they look: the I of `Iuna` looks like an l.
create function kit.look_alike_sight(name text) returns text language sql immutable parallel safe
  return kit.only_letters(kit.skeleton(regexp_replace(normalize(name, nfkd),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g')));
