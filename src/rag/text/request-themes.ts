/** A subject of talk: its name, Korean words that may stand anywhere in a text, spaced in any way, and English words; `_` joins those that only count together. */
export type Theme = readonly [name: string, korean: string, english: string];

/** What people want done, and with what: general knowledge of how people write, so that a word which no example has says what a text is about. */
export const REQUEST_THEMES: readonly Theme[] = [
  // What is to be done.
  [
    "seek",
    "찾아 찾을 찾고 찾는 찾게 찾자 검색 서치 뒤져 뒤지 조사 알아봐 알아보 구글링 구글에 구글로 네이버에 네이버로 물색 수소문 캐봐 탐색 훑어",
    "find search look_up lookup look_for google googling hunt dig seek browse research locate track_down check_online look_into find_out scour",
  ],
  [
    "tell",
    "알려 말해 가르쳐 보여 보고싶 볼래 볼수 궁금 확인 띄워 읊어 불러줘 뭐야 뭐지 뭐니 뭔지 어떻게돼 어떻게되 어때 어떄 얼마",
    "tell show display give_me let_me_know what's whats what check view see list_out read_out gimme lemme",
  ],
  [
    "erase",
    "지워 지우 지운 지울 삭제 없애 없앨 제거 날려버 날려줘 버려 버리 치워 폐기 비워 휴지통",
    "delete remove erase get_rid drop trash bin wipe clear throw_away toss discard purge nuke scrap del rm",
  ],
  [
    "keep",
    "저장 보관 남겨 남기 담아 백업해 챙겨 세이브 적재 떨궈 뽑아내",
    "save store keep dump export put_it_in write_to archive stash persist download",
  ],
  [
    "scribble",
    "적어 적은 적고 써줘 써놔 써둬 써넣 기입 기록 메모 작성 끄적 받아적 필기 노트",
    "write jot note scribble put_down write_down take_down record type_up pen draft",
  ],
  [
    "open",
    "열어 열고 켜봐 접속 들어가 띄워 펼쳐 방문 이동해",
    "open visit navigate pull_up go_to launch head_to load bring_up browse",
  ],
  [
    "produce",
    "만들 생성 제작 뽑아 그려 그리 작성 짜줘 구성해 새로 신규",
    "make create generate build produce set_up new compose",
  ],
  [
    "alter",
    "고쳐 고치 수정 변경 바꿔 바꾸 바꿀 교체 정정 손봐 갈아 업데이트 대체 오타 치환",
    "change edit replace modify fix update correct swap amend typo rewrite adjust substitute instead_of should_say",
  ],
  [
    "append",
    "추가 넣어 넣고 더해 덧붙 끼워 올려 등록 집어넣 포함시",
    "add append put include insert throw_in tack_on register plus",
  ],
  [
    "shift",
    "옮겨 옮기 이동시 이동해 옮길 보내놔 빼놔",
    "move relocate shift transfer put_into drag",
  ],
  ["retitle", "이름을 이름바 이름변경 개명 파일명 리네임", "rename call_it name_it renaming"],
  [
    "double",
    "복사 복제 사본 카피 베껴 똑같이하나",
    "copy duplicate clone replicate backup copy_of",
  ],
  [
    "halt",
    "꺼줘 꺼라 꺼놔 꺼둬 끄자 끄고 꺼버 중지 정지 멈춰 멈추 중단 해제 비활성 그만보내 그만하 쉬게 잠깐꺼 일시정지 스톱 스탑 취소",
    "stop pause disable turn_off switch_off halt suspend mute deactivate cancel hold_off snooze stop_sending shut_off quit unschedule",
  ],
  [
    "resume",
    "켜줘 켜라 다시켜 켜놔 켜두 활성 재개 되살 살려 다시시작 다시돌 부활",
    "enable turn_on switch_on resume reactivate activate unpause restart bring_back start_again back_on re-enable",
  ],
  [
    "perform",
    "실행 돌려 돌리 돌렸 수행 가동 작동 구동 작업시작 트리거",
    "run execute start launch fire kick_off trigger perform do_it rerun re-run go_ahead play_out",
  ],
  [
    "shorten",
    "요약 간추 줄여 짧게 정리 세줄 핵심 한줄 요점 간단히 축약 추려 세문장 두문장 요약본",
    "summarize summarise summary sum_up tldr tl;dr gist shorten condense boil_down in_short key_points recap digest nutshell bullet_points main_points bottom_line",
  ],
  [
    "turn-language",
    "번역 영어로 영문으로 한국어로 한글로 우리말로 국문 영작 통역 해석 일본어로 중국어로 무슨뜻 옮겨줘 영어로뭐 한국말로",
    "translate translation in_english in_korean into_english into_korean to_english to_korean interpret how_do_you_say mean_in korean_for english_for in_hangul say_in",
  ],
  [
    "send",
    "보내 전송 발송 전해 전달 부쳐 쏴 날려줘 톡해 문자해 연락해 카톡 답장 이라고해 라고해 다고해 라고전",
    "send text message dm tell_him tell_her forward reply write_to drop_a_line shoot let_him_know let_her_know pass_on inform msg whatsapp ping_him ping_her",
  ],
  [
    "remind-me",
    "알림 알람 리마인드 리마인더 노티 푸시 까먹지 잊지않게 깨워 알려주라 상기 울려 팝업 통지",
    "remind reminder notify notification alert push ping_me nudge wake_me buzz notice alarm heads_up don't_let_me_forget dont_let_me_forget give_me_a_shout",
  ],
  [
    "remember",
    "기억 외워 외우 잊지마 잊지말 명심 알아둬 알아두 새겨 까먹지마 참고해둬 기억해",
    "remember memorize memorise keep_in_mind bear_in_mind don't_forget dont_forget note_that make_a_note for_the_record fyi for_future_reference just_so_you_know",
  ],
  [
    "recall",
    "뭐였지 뭐였더라 뭐더라 언제였지 언제더라 어디였지 어디더라 누구였지 기억나 기억해놓 말했었 말했지 얘기했 적어둔 알려준 알려줬 내가말한 뭐라고했 뭐랬 기억하는 기억하고있",
    "what_was what_did_i did_i_tell did_i_say i_told_you i_mentioned do_you_remember remember_what where_did_i who_did_i when_did_i i_said you_know_about_me what_do_you_know recall again",
  ],
  [
    "forget",
    "잊어 잊어버 까먹어 기억에서 기억지 기억삭제 지워줘기억 없던걸로 잊어줘",
    "forget unlearn no_longer_true erase_from_memory forget_that forget_about",
  ],
  [
    "ask-me",
    "나한테물어 물어봐 물어보 나에게묻 질문해 확인받 의견물 선택지 고르게 고를수있 내가고 내가선택 여쭤",
    "ask_me question_me check_with_me ask_whether let_me_choose let_me_pick options give_me_a_choice ask_if prompt_me confirm_with_me",
  ],
  [
    "approval",
    "승인 허락 결재 허가 동의받 컨펌 승낙 내허락 확인받고 위험한",
    "approve approval permission ok_before confirm sign_off go-ahead green_light consent authorize authorise clearance my_ok risky dangerous",
  ],
  [
    "inspect",
    "검토 점검 검수 리뷰 확인요청 살펴봐 훑어봐",
    "review inspect look_over vet go_over audit double-check examine",
  ],
  [
    "permit",
    "허용 허가 풀어줘 돌려도 실행해도 실행되게 돌아가게 실행할수있게 잠금해제",
    "allow permit let_it_run clear_to unlock unblock whitelist good_to_go may_run let_run",
  ],
  [
    "hand-over",
    "맡겨 맡기 위임 시켜 부탁해달 넘겨 담당 떠넘 전담 대신하게 지시 할당",
    "delegate assign hand_over hand_off pass_to have_him have_her get_someone outsource give_to task_the put_on let_the ask_the have_the take_care_of",
  ],
  [
    "order-rows",
    "정렬 순서 순으로 오름차순 내림차순 높은순 낮은순 비싼순 싼순 큰순 작은순 최신순 이름순 가나다 날짜순 랭킹 순위 부터나열 큰거부터 작은거부터 비싼거부터 싼거부터",
    "sort order_by rank ascending descending alphabetical alphabetically highest lowest cheapest newest_first oldest_first biggest smallest by_price by_date by_name by_size arrange most_expensive in_order reverse_order largest",
  ],
  [
    "some-rows",
    "상위 앞에서 위에서 맨위 처음 첫번째 마지막 뒤에서 하나만 두개만 세개만 네개만 다섯개만 몇개만 개만 건만 까지만 첫줄 끝에",
    "top first last only_the_first just_the_first bottom first_few take head tail one_of limit_to top_three top_five only_three just_two",
  ],
  [
    "some-fields",
    "제목만 이름만 링크만 주소만 가격만 날짜만 칸만 열만 항목만 컬럼 필드 제목이랑 이름이랑",
    "only_the_titles just_the_titles titles_only just_the_links only_the_links names_only just_the_names just_names column columns field fields only_show only_keep just_the_prices prices_only",
  ],
  [
    "fitting-rows",
    "걸러 필터 인것만 있는것만 들어간것만 포함된것만 넘는것만 이상만 이하만 조건 만남겨 빼고 제외 골라내 아닌것 초과 미만 것만 거만 애들만",
    "filter only_those only_ones exclude leave_out without_the except where more_than less_than over under above below greater cheaper_than matching keep_only drop_the ones_that those_with weed_out at_least",
  ],
  [
    "same-rows",
    "중복 겹치 똑같은 같은거 같은것 동일 반복되 두번나 유일",
    "duplicate duplicates dedupe dedup repeated repeats twice unique distinct same_ones doubles identical",
  ],
  [
    "join-rows",
    "합쳐 합치 병합 하나로 통합 묶어 모아서 합본 붙여줘",
    "merge combine join into_one concatenate unify put_together lump mash together single_list one_list",
  ],
  // What it is done with.
  [
    "file",
    "파일 화일 문서 첨부 엑셀 텍스트파일 자료 사본 로그파일 피디에프 워드파일 메모장",
    "file files doc docs document documents pdf txt csv spreadsheet excel attachment log logs readme md",
  ],
  [
    "folder",
    "폴더 디렉토리 디렉터리 다운로드 바탕화면 내문서 문서함 경로 하위폴더 드라이브",
    "folder folders directory dir downloads desktop path subfolder drive",
  ],
  [
    "web",
    "인터넷 웹에서 웹에 온라인 구글 네이버 사이트 홈페이지 웹페이지 웹사이트 링크 주소 브라우저 크롬 창에 탭에",
    "web internet online google site website webpage page link url browser chrome tab homepage blog",
  ],
  [
    "page-text",
    "본문 긁어 긁어와 크롤 내용가져 글만 텍스트만 페이지내용 원문 가져와",
    "scrape crawl fetch grab extract page_text article_text body_text contents pull_the_text content_of read_this_page text_from",
  ],
  [
    "page-change",
    "바뀐 달라진 변경된 변경사항 변했 업데이트됐 바뀌었 지난번이랑 지난번과 변동",
    "changed changes different since_last what's_new diff updated any_change new_on altered changed_on",
  ],
  [
    "news",
    "뉴스 기사 보도 소식 속보 헤드라인 언론 신문 이슈 근황 동향 시사",
    "news headline headlines article articles press coverage latest_on story stories breaking happening_with going_on_with",
  ],
  [
    "feed",
    "피드 알에스에스 구독 블로그글 새글 새포스트 안읽은 안본 못본 업로드된 새로올라온 팟캐스트",
    "feed feeds rss atom subscription unread unseen new_posts blog_posts new_entries haven't_seen havent_seen haven't_read newsletter podcast",
  ],
  [
    "sky",
    "날씨 기온 온도 우산 비오 비와 비올 비가 눈오 눈와 눈올 장마 태풍 폭염 한파 미세먼지 황사 습도 맑 흐려 흐린 추워 추울 추운 더워 더울 더운 따뜻 쌀쌀 예보 강수 바람세 겉옷 외투 반팔 패딩 우비 빨래널 세차 소나기 자외선",
    "weather forecast rain raining rainy snow snowing umbrella sunny cloudy windy humid humidity temperature degrees freezing chilly storm typhoon sunscreen coat jacket celsius fahrenheit drizzle hail heatwave pollen uv outside",
  ],
  [
    "market",
    "주가 주식 시세 종목 증시 코스피 코스닥 나스닥 다우 환율 달러 엔화 유로 위안 파운드 비트코인 이더리움 코인 금값 유가 삼성전자 삼전 하이닉스 엔비디아 테슬라 애플 구글주 아마존 현대차 카카오 네이버 종가 현재가 상한가 하한가 시총 지수 장마감 매수 매도 물렸 떡상 떡락 올랐 내렸 떨어졌 폭락 폭등 원달러",
    "stock stocks share shares price quote ticker nasdaq dow kospi kosdaq s&p index bitcoin btc eth ethereum crypto usd krw eur jpy gbp yen euro euros dollar dollars won pound exchange_rate gold oil tesla apple nvidia microsoft samsung amazon netflix meta hyundai trading closing market_cap aapl tsla nvda msft goog trading_at worth",
  ],
  [
    "past-span",
    "지난달 지난주 지난해 작년 최근한달 일주일간 한달간 일주일치 한달치 일년치 개월 며칠간 동안 추이 흐름 변동 기간 추세 사이에 이후로 석달 반년",
    "history historical past last_month last_week last_year over_the_past over_the_last months weeks trend since performance day_by_day daily_prices past_prices how_has ytd last_few",
  ],
  [
    "picture",
    "사진 이미지 그림 스크린샷 스샷 캡처 캡쳐 영수증 간판 명함 포스터 짤 움짤 찍은 찍었 사진속",
    "photo photos picture pictures image images pic pics screenshot scan ocr receipt sign poster png jpg jpeg snap meme selfie",
  ],
  [
    "picture-text",
    "글자읽 글씨 적힌 써있 써져 쓰여 글자 텍스트추출 문구 뭐라고적 뭐라고써",
    "written_on words_on text_in text_on read_the_text letters says_on what_does_it_say transcribe caption overlay slap",
  ],
  [
    "figure",
    "차트 그래프 막대 꺾은선 시각화 도표 그려 선으로 추이그래프 파이차트 바차트 라인차트",
    "chart graph plot bar bars line_graph diagram visualize visualise draw line_chart trendline histogram curve",
  ],
  [
    "screen",
    "화면 페이지에뭐 떠있 열려있 브라우저에 보이는거 보이는게 스냅샷 지금열린",
    "snapshot on_the_page on_screen what's_open currently_open open_page visible on_the_screen showing the_tab",
  ],
  [
    "people",
    "연락처 주소록 전화번호 이메일주소 메일주소 번호좀 톡할수 연락할수 카톡친구 연락가능 번호알",
    "contact contacts address_book phone_number number_for email_address who_can_i who_do_i reach people_i_can phone_book numbers",
  ],
  [
    "person",
    "엄마 아빠 어머니 아버지 할머니 할아버지 누나 언니 오빠 형한테 동생 남편 아내 와이프 여친 남친 여자친구 남자친구 팀장 부장 과장 대리 차장 사장 대표님 이사님 선생님 교수님 선배 후배 이모 삼촌 고모 사촌 조카 장모 시어머니 거래처 고객",
    "mom mum mommy dad daddy mother father sister brother wife husband boss teacher grandma grandpa aunt uncle cousin roommate landlord girlfriend boyfriend manager client",
  ],
  [
    "todo",
    "할일 투두 해야할 해야될 할것 체크리스트 장보기 살것 할거목록 미완료 남은일 끝냈 완료처리 다했 숙제목록 완료로",
    "todo todos to-do to_do task tasks checklist chores shopping_list grocery_list tick_off cross_off mark_as_done check_off need_to_do done_with",
  ],
  [
    "calendar",
    "일정 달력 캘린더 약속 생일 생신 기념일 제사 결혼식 돌잔치 회식 면접 미팅 동창회 병원예약 치과 졸업식 디데이 음력 양력 스케줄 행사",
    "calendar appointment birthday anniversary wedding meeting dentist interview reunion graduation party event agenda plans_for coming_up due_date holiday doctor's lunar bday planned",
  ],
  [
    "regular",
    "매일 매주 매달 매월 매년 매시간 평일 주말마다 마다 날마다 간격 주기 정기 아침마다 저녁마다 밤마다 요일마다 시간마다 분마다 격주",
    "every daily weekly hourly monthly nightly yearly weekdays each_day each_morning every_morning each_week regularly recurring periodic weekday mondays tuesdays wednesdays thursdays fridays saturdays sundays o'clock",
  ],
  [
    "planned",
    "예약 예약된 자동으로 정해진 걸어둔 걸어놓 스케줄 크론 정기작업 잡혀 돌아가는거 배치 자동실행",
    "schedule schedules scheduled cron job jobs automatic automatically automation timer recurring_task batch set_to_run",
  ],
  [
    "when-then",
    "하면알려 되면알려 오면알려 올라가면 내려가면 넘으면 떨어지면 도착하면 끝나면 들어오면 생기면 올때마다 할때마다 울리면 이상이면 이하면 되거든 감지 웹훅",
    "whenever when_a if_the once_the as_soon_as goes_above drops_below falls_below hits rises_above webhook after_the when_someone when_a_file incoming triggers_when on_arrival exceeds",
  ],
  [
    "briefing",
    "브리핑 아침소식 모닝 다이제스트 정기소식 아침요약",
    "briefing brief digest morning_report roundup daily_update morning_update",
  ],
  [
    "workflow",
    "워크플로 자동화 루틴 파이프라인 매크로 시나리오 프로그램 스크립트 절차 흐름도 단계들",
    "workflow workflows flow automation routine pipeline macro recipe script program procedure steps",
  ],
  [
    "state",
    "상태 현황 잘돌아 문제없 고장 실패한 오류난 성공 에러 정상 켜져있 꺼져있 돌아가고있 멀쩡 몇개켜 작동중",
    "status state healthy working failing failed broken error errors running_ok okay how_many all_good up_and_running anything_wrong on_or_off health",
  ],
  [
    "record",
    "기록 이력 내역 로그 돌았 실행됐 실행된 실행했 언제돌 몇번실행 놓친 빠진 건너뛴 지난실행",
    "history log ran did_it_run last_run executed missed skipped runs past_runs went_through has_it_run succeeded when_did",
  ],
  [
    "look-back",
    "이번주에뭐 지난주에뭐 한주 회고 돌아보 돌아봐 주간정리 뭐했는지 뭐했지 한일정리 며칠동안뭐 주간보고 지난며칠",
    "week weekly_review look_back recap_of retrospective what_did_we_get_done what_got_done past_few_days what_have_i_done review_of_the_week accomplished how_was_my_week my_week",
  ],
  [
    "ability",
    "뭐할수있 뭘할수있 할수있는거 할줄아 기능 사용법 도움말 명령어 가능한거 쓸수있는 어떤일을 뭐가능 뭐되 도와줄수있 헬프 쓰는법",
    "what_can_you capabilities features help commands able_to how_do_i_use functions what_do_you_do good_for abilities manual are_you_able possible skills",
  ],
  [
    "tools",
    "도구 툴 도구함 공구 등록된 플러그인 엠시피 애드온 확장",
    "tool tools toolbox plugin plugins mcp registered add-on addons extensions integrations",
  ],
  [
    "clock",
    "몇시 시각 시간좀 지금시간 며칠이야 오늘날짜 무슨요일 현지시간 시차 표준시 요일이",
    "what_time time_is_it current_time local_time time_zone timezone what_date today's_date what_day clock time_now what_day_is",
  ],
  [
    "far-place",
    "뉴욕 런던 도쿄 파리 베를린 시드니 싱가포르 홍콩 베이징 상하이 방콕 하노이 모스크바 두바이 로마 마드리드 샌프란 시카고 토론토 오사카 후쿠오카 삿포로 밴쿠버 하와이 이스탄불 다낭 타이베이",
    "new_york london tokyo paris berlin sydney singapore hong_kong beijing bangkok moscow dubai rome madrid chicago toronto los_angeles boston lisbon amsterdam vienna oslo osaka mumbai lima denver seattle miami dublin prague athens cairo nyc sf helsinki stockholm warsaw zurich istanbul honolulu melbourne",
  ],
  [
    "near-place",
    "서울 부산 대구 인천 광주 대전 울산 수원 제주 강릉 춘천 전주 여수 포항 속초 청주 천안 목포 경주 세종 판교 강남 홍대 평창 통영 남해 일산 분당 원주 안동 군산",
    "seoul busan incheon jeju daegu daejeon gwangju ulsan suwon gangneung",
  ],
  [
    "nation",
    "미국 일본 중국 영국 프랑스 독일 스페인 이탈리아 브라질 캐나다 호주 인도 베트남 태국 러시아 멕시코 스위스 해외 외국 유럽",
    "japanese french german british spanish italian brazilian american chinese japan france germany canada india brazil italy spain mexico russia vietnam thailand europe usa uk",
  ],
  [
    "radio",
    "라디오 방송국 주파수 에프엠 방송틀 음악방송 재즈방송 채널",
    "radio station stations fm broadcast tune_in channel airwaves stream",
  ],
  [
    "music",
    "재즈 클래식 로파이 케이팝 발라드 힙합 트로트 음악 노래 국악 팝송 록음악 디제이",
    "jazz classical lofi lo-fi kpop k-pop hiphop rock music chill blues country_music techno reggae pop songs tunes",
  ],
  ["project", "프로젝트 부서 팀들 워크스페이스", "project projects workspace department teams"],
  [
    "colleague",
    "동료 에이전트 작가 분석가 디자이너 개발자 기획자 리서처 비서 기획팀 디자인팀 개발팀 마케팅 담당자 봇들 직원",
    "agent agents colleague colleagues writer analyst coworker team designer coder developer planner researcher editor assistant specialist staff",
  ],
  [
    "switch",
    "스위치 버튼 원클릭 한번에실행 단축버튼 바로가기",
    "switch switches button buttons one-tap one_tap shortcut shortcuts one_click",
  ],
  [
    "shell",
    "터미널 쉘 커맨드 콘솔 파이썬 자바스크립트 코드실행 명령실행 노드로 배시 코드돌 깃",
    "terminal shell command bash python javascript node execute_code snippet console script code cmd git npm",
  ],
  [
    "reckon",
    "계산 더하기 빼기 곱하기 나누기 곱하면 더하면 나누면 빼면 퍼센트 프로는 평균 합계 제곱 루트 부가세 할인가 얼마나와 총합 계산기",
    "calculate calculator plus minus times divided multiply multiplied percent percentage average sum square_root total compute how_much_is sqrt mod vat tip add_up divide subtract squared equals",
  ],
  [
    "count-text",
    "글자수 몇글자 자수 글자세 단어수 몇자 공백포함 공백제외 바이트수 분량",
    "character_count word_count how_many_characters how_many_words count_characters letters_in count_the_words characters bytes words_in length_of",
  ],
  [
    "reckon-days",
    "며칠남 디데이 몇일남 며칠째 며칠뒤 일뒤 일후 백일 날짜계산 몇주남 무슨요일 얼마나남 남았",
    "days_until days_left days_between how_many_days days_from countdown d-day days_since weeks_until days_after weekday_of how_long_until till",
  ],
  // Words for what came before.
  [
    "that-result",
    "그거 이거 저거 그걸 이걸 저걸 그중 이중에 그중에 거기서 여기서 방금 아까 위에거 위의 그결과 이결과 그목록 이목록 결과를 결과에서 찾은거 나온거 그대로 이것 그것 얘네 걔네 나온것",
    "that those these this them it the_result the_results above just_found from_that of_those of_them what_you_found previous the_list this_list the_output those_results",
  ],
];
