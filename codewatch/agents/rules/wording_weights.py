"""The weights by which a sentence sounds like a rule: made by tests/bench/wording.py, not by hand."""

INTERCEPT = 1.22
# A weight and the signs that have it, for the rule and against it.
TABLE = """\
+1.2 NO_FULL_STOP ensure never
+1.1 always because
+0.9 LENGTH_4 comments
+0.8 1:if LABEL commits or should user
+0.7 15 1:all 2:and existing explicit feature keep must names prefer prefix public pull say specific test was
+0.6 100 1:follow 1:we 2:commit adding against branch change describe docs documentation follow frontend generated
+0.6 inline lines mark only patterns possible react reference service space stale standard whenever
+0.5 # 1:always 1:describe 1:ensure 1:instead 1:keep 1:prefer 1:when 2:functions 2:not 2:public 2:you already
+0.5 before changes characters codes commands commit concise conventions doesn't english entry example explaining
+0.5 functions future header important issue leave md modules naming not over pnpm property read release repo rules
+0.5 run scripts string style subsequent than treat type update use
+0.4 ( / 1:include 1:minimize 1:never 1:python 1:the 1:update 2:by 2:names LENGTH_5 WHEN_DOING assert below break c
+0.4 cause clear code commas components contain correct cover creating database description developer doc filenames
+0.4 flags helpers immediately indentation line long match messages method migrations minimize number obvious order
+0.4 parameter pattern php pr preferred prefixed push put repository reuse rs rule send so sql state strings task
+0.4 trailing ui unless versions why written —
+0.3 1:integration 1:use 2:files 2:must 2:no 2:pull 2:run 2:single 2:uses 80 @ action aligned annotations approval
+0.3 are ask assertions at backend behavior being changelog com comment configuration crash crates cross default
+0.3 descriptive details diffs does don't e edit editing enums explanations file follows format formatting from
+0.3 functional g generally global h hand help how if include index items key limit live logic message minimum
+0.3 mocking null numbers operation p primary private production python quality rather relevant requested root ruff
+0.3 sections services single sqlalchemy statements stay structure success such sure sync system texts trust types
+0.3 uses v value warning warnings what xxxxx
+0.2 ) 0 1:avoid 1:comments 1:match 1:open 1:run 1:test 1:tests 2:clear 2:credentials 2:descriptive 2:documentation
+0.2 2:example 2:existing 2:main 2:messages 2:plain 2:possible 2:that 2:this 2:time 2:to 2:writing 4 : NAMES accept
+0.2 add alternative apply appropriate avoid batch blocks body builds cannot ci compatibility complete curly
+0.2 customer development different do docstrings environment etc exists fixes flow focused fully functionality git
+0.2 github go great helper home includes individual information internal introduce js know later link local magic
+0.2 makes matching merged methods modern module money most named necessary non objects openapi otherwise our
+0.2 parameters pep place preserve prose providers py pydantic quotes related requirements rest review runs safe
+0.2 sandbox scope scoped score secrets self semantic short side step stored structures tags things through title
+0.2 ts us variable variables verification visible wide writing yml
+0.1 1:change 1:commit 1:for 1:read 2:flags 2:of 2:should allocation building camelcase committing control directly
+0.1 eslint examples explicitly feat guide headers https implementation integration jsdoc json logical no
+0.1 pascalcase setting spaces suite tests
-0.1 1:please LENGTH_1 business comprehensive dict enable mcp memories migration result support table their
-0.2 1:build 1:built 1:document 1:make 1:restart 1:these 1:to 1:with 1:your 2:docs 2:have 2:is 2:make adds allows
-0.2 around array available aware back bit bugs cache call check cli cloud column compatible config constants
-0.2 contains context continue currently dependencies docker else even experimental export files filter find fix
-0.2 fixtures formatter full function general generate graph helps however html http implement including is learn
-0.2 license load logo looking machine manual may merge mix multi multiple need one ones opens options out outdated
-0.2 package pages pass persistent pick placed plus project prompt proper quick real remove reports required reset
-0.2 revert ruby see sessions setup shape show speed stack still storage subscription supports target tasks
-0.2 template that that's them time tokens tool typed typescript until updates usage used useful way work working
-0.2 xxxxxxxx you you're
-0.3 + 1:after 1:create 1:users 2:config 2:fixtures 2:if 2:supports 2:validation 2:we 2:what 6 LENGTH_2 LENGTH_3
-0.3 S_SECOND anything both by changed client dark data delete desktop disabled edge env everything exposed free
-0.3 game have hints hooks hosting included inference input it's llm locally loop management means missing more n
-0.3 native network nothing object on people provides publish query refactoring replace requires restart retry
-0.3 return returns right script search stable stop submit tested thread to top two want we web workflows yet zero
-0.4 1 1:each 1:no 1:zero 2:all 2:change 2:claude 2:default 2:plugin additional applications based become build
-0.4 command date designed each engine folder improve install it language larger last looks model official once
-0.4 page paths placeholder places please released ships size take under while will window
-0.5 1:write 2:a 2:are 2:with 50 LENGTH_0 OF_ONE_THING about agents also built get left linux list macos mode
-0.5 models ready refactor regex save server servers session set supported tools welcome
-0.6 . a agent automatically but done error installing per rename these via works
-0.7 1:it 1:note 2:can an chat contributions here into just note option results three tracking windows
-0.8 2:it ai memory terminal users
-0.9 5 all and claude elixir empty look open the your
-1.0 1:add 2:the this
-1.2 can
-1.4 OF_THE_MOMENT
"""
